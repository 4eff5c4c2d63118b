import { Inject, Injectable } from '@nestjs/common';
import { byteOrder, renderString } from '@smart-city/context';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import type { Answer } from '../../http/answer';
import type { NgsiRequest } from '../../http/ngsi-request';

const METRICS = [
  'incomingTransactionErrors',
  'incomingTransactionRequestSize',
  'incomingTransactionResponseSize',
  'incomingTransactions',
  'outgoingTransactionErrors',
  'outgoingTransactionRequestSize',
  'outgoingTransactionResponseSize',
  'outgoingTransactions',
  'serviceTime',
] as const;
type Metric = (typeof METRICS)[number];
type Values = Record<Metric, number>;

/** One HTTP notification or forwarded request. Sizes in bytes. */
export interface OutgoingTransaction {
  readonly tenant: string;
  readonly servicePath: string;
  readonly requestSize: number;
  readonly responseSize: number;
  readonly isError: boolean;
}

const MAX_SUBSERVICES = 10_000;
const DEFAULT_SERVICE = 'default-service';
const ROOT_SUBSERVICE = 'root-subserv';

/** Counters by service and subservice, in memory. */
@Injectable()
export class Metrics {
  readonly enabled: boolean;
  private subservices = 0;
  private latest:
    { readonly tenant: string; readonly servicePath: string; readonly values: Values } | undefined;
  private readonly services = new Map<string, Map<string, Values>>();

  constructor(@Inject(OPTIONS) { disableMetrics }: BrokerOptions) {
    this.enabled = !disableMetrics;
  }

  answered(request: NgsiRequest, answer: Answer): void {
    if (!this.enabled) return;
    const tenant = request.header('fiware-service') ?? '';
    const path = request.servicePaths?.[0] ?? '';
    // Invalid tenants and paths would fill the memory with whatever clients send.
    if (
      !/^[A-Za-z0-9_]{0,50}$/.test(tenant) ||
      (request.servicePaths === undefined && request.header('fiware-servicepath'))
    )
      return;
    const values = this.values(tenant.toLowerCase(), path);
    values.incomingTransactions += 1;
    values.incomingTransactionRequestSize += request.body.length;
    values.incomingTransactionResponseSize += answer.size * timesCounted(request);
    if (answer.status >= 400) values.incomingTransactionErrors += 1;
    values.serviceTime += request.tookMs / 1000;
  }

  sent({ tenant, servicePath, requestSize, responseSize, isError }: OutgoingTransaction): void {
    if (!this.enabled) return;
    const values = this.values(tenant, servicePath);
    values.outgoingTransactions += 1;
    values.outgoingTransactionRequestSize += requestSize;
    values.outgoingTransactionResponseSize += responseSize;
    if (isError) values.outgoingTransactionErrors += 1;
  }

  reset(): void {
    this.subservices = 0;
    this.latest = undefined;
    this.services.clear();
  }

  render(): string {
    const total = new Map<string, Values>();
    const services = [...this.services]
      .sort(([a], [b]) => byteOrder(a, b))
      .map(([service, paths]) => {
        for (const [path, values] of paths) {
          addAll(subValues(total, path), values);
        }
        return `${renderString(service)}:${renderService(paths)}`;
      });
    return `{"services":{${services.join(',')}},"sum":${renderService(total)}}`;
  }

  /** Most requests are of the tenant and path of the one before. */
  private values(tenant: string, servicePath: string): Values {
    const { latest } = this;
    if (latest?.tenant === tenant && latest.servicePath === servicePath) return latest.values;
    const values = this.find(tenant, servicePath);
    this.latest = { tenant, servicePath, values };
    return values;
  }

  private find(tenant: string, servicePath: string): Values {
    const service = tenant === '' ? DEFAULT_SERVICE : tenant;
    const path = servicePath.replace(/\/#$/, '').replace(/^\//, '') || ROOT_SUBSERVICE;
    const known = this.services.get(service)?.get(path);
    if (known) return known;
    // Whoever makes up names without end is not counted any more.
    if (this.subservices >= MAX_SUBSERVICES) return noValues();
    this.subservices++;
    let paths = this.services.get(service);
    if (!paths) this.services.set(service, (paths = new Map<string, Values>()));
    return subValues(paths, path);
  }
}

/** The original counts some answers twice, and dashboards are made for what it counts. */
const timesCounted = ({ hasPayloadFault, resource }: NgsiRequest): number =>
  hasPayloadFault || resource?.statistics.startsWith('/log/trace') ? 2 : 1;

const noValues = (): Values => ({
  incomingTransactionErrors: 0,
  incomingTransactionRequestSize: 0,
  incomingTransactionResponseSize: 0,
  incomingTransactions: 0,
  outgoingTransactionErrors: 0,
  outgoingTransactionRequestSize: 0,
  outgoingTransactionResponseSize: 0,
  outgoingTransactions: 0,
  serviceTime: 0,
});

function subValues(paths: Map<string, Values>, path: string): Values {
  let values = paths.get(path);
  if (!values) paths.set(path, (values = noValues()));
  return values;
}

function addAll(sum: Values, values: Values): void {
  for (const metric of METRICS) sum[metric] += values[metric];
}

function renderService(paths: ReadonlyMap<string, Values>): string {
  const sum = noValues();
  const items = [...paths]
    .sort(([a], [b]) => byteOrder(a, b))
    .map(([path, values]) => {
      addAll(sum, values);
      return `${renderString(path)}:${renderValues(values)}`;
    });
  return `{"subservs":{${items.join(',')}},"sum":${renderValues(sum)}}`;
}

/** Metrics that are not zero; the time per transaction is a mean. */
function renderValues(values: Values): string {
  const members = METRICS.flatMap((metric) => {
    const value = values[metric];
    if (value === 0) return [];
    const shown =
      metric === 'serviceTime' ? (value / (values.incomingTransactions || 1)).toFixed(6) : String(value);
    return [`"${metric}":${shown}`];
  });
  return `{${members.join(',')}}`;
}
