import { Inject, Injectable } from '@nestjs/common';
import { byteOrder, renderString } from '@smart-city/ngsi';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import type { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';

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
type Values = Map<Metric, number>;

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
    add(values, 'incomingTransactions', 1);
    add(values, 'incomingTransactionRequestSize', request.body.length);
    add(values, 'incomingTransactionResponseSize', Buffer.byteLength(answer.body) * timesCounted(request));
    if (answer.status >= 400) add(values, 'incomingTransactionErrors', 1);
    add(values, 'serviceTime', (performance.now() - request.startedAtMs) / 1000);
  }

  sent({ tenant, servicePath, requestSize, responseSize, isError }: OutgoingTransaction): void {
    if (!this.enabled) return;
    const values = this.values(tenant, servicePath);
    add(values, 'outgoingTransactions', 1);
    add(values, 'outgoingTransactionRequestSize', requestSize);
    add(values, 'outgoingTransactionResponseSize', responseSize);
    if (isError) add(values, 'outgoingTransactionErrors', 1);
  }

  reset(): void {
    this.subservices = 0;
    this.services.clear();
  }

  render(): string {
    const total = new Map<string, Values>();
    const services = [...this.services]
      .sort(([a], [b]) => byteOrder(a, b))
      .map(([service, paths]) => {
        for (const [path, values] of paths) {
          for (const [metric, value] of values) add(subMap(total, path), metric, value);
        }
        return `${renderString(service)}:${renderService(paths)}`;
      });
    return `{"services":{${services.join(',')}},"sum":${renderService(total)}}`;
  }

  private values(tenant: string, servicePath: string): Values {
    const service = tenant === '' ? DEFAULT_SERVICE : tenant;
    const path = servicePath.replace(/\/#$/, '').replace(/^\//, '') || ROOT_SUBSERVICE;
    const known = this.services.get(service)?.get(path);
    if (known) return known;
    // Whoever makes up names without end is not counted any more.
    if (this.subservices >= MAX_SUBSERVICES) return new Map();
    this.subservices++;
    let paths = this.services.get(service);
    if (!paths) this.services.set(service, (paths = new Map<string, Values>()));
    return subMap(paths, path);
  }
}

/** The original counts some answers twice, and dashboards are made for what it counts. */
const timesCounted = ({ hasPayloadFault, resource }: NgsiRequest): number =>
  hasPayloadFault || resource?.statistics.startsWith('/log/trace') ? 2 : 1;

function subMap(paths: Map<string, Values>, path: string): Values {
  let values = paths.get(path);
  if (!values) paths.set(path, (values = new Map<Metric, number>()));
  return values;
}

const add = (values: Values, metric: Metric, amount: number) =>
  void values.set(metric, (values.get(metric) ?? 0) + amount);

function renderService(paths: ReadonlyMap<string, Values>): string {
  const sum: Values = new Map();
  const items = [...paths]
    .sort(([a], [b]) => byteOrder(a, b))
    .map(([path, values]) => {
      for (const [metric, value] of values) add(sum, metric, value);
      return `${renderString(path)}:${renderValues(values)}`;
    });
  return `{"subservs":{${items.join(',')}},"sum":${renderValues(sum)}}`;
}

/** Metrics that are not zero; the time per transaction is a mean. */
function renderValues(values: Values): string {
  const members = METRICS.flatMap((metric) => {
    const value = values.get(metric) ?? 0;
    if (value === 0) return [];
    const shown =
      metric === 'serviceTime'
        ? (value / (values.get('incomingTransactions') ?? 1)).toFixed(6)
        : String(value);
    return [`"${metric}":${shown}`];
  });
  return `{${members.join(',')}}`;
}
