import { errorMessage } from '@smart-city/service';
import { hostname } from 'node:os';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { findRequestFeatures, type VersionText } from '@smart-city/deprecation';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { optionTable } from '../../cli/option-table';
import type { NgsiRequest } from '../../http/ngsi-request';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { USAGE_STORE, type UsageStore } from '../../storage/usage-store';
import { readSnapshot, UsageCounts, type UsageSnapshot, type Use } from './usage-counts';

const SAVE_INTERVAL_MS = 10_000;

/** Who uses deprecated features: counted always, kept across restarts. */
@Injectable()
export class DeprecationUsage implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly broker: string;
  private readonly counts = new UsageCounts();
  private savedVersion = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(OPTIONS) private readonly options: BrokerOptions,
    @Inject(USAGE_STORE) private readonly store: UsageStore,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {
    this.broker = `${hostname()}:${options.port}`;
  }

  /** The version whose features this broker has. */
  get running(): VersionText {
    return this.options.gate.compatVersion;
  }

  async onApplicationBootstrap(): Promise<void> {
    const kept = (await this.stored()).find(({ broker }) => broker === this.broker);
    if (kept) this.counts.merge(readSnapshot(kept.json));
    this.noteCommandLine();
    this.timer = setInterval(() => void this.save(), SAVE_INTERVAL_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.save();
  }

  /** Notes a use that no request shows: of what was stored before. */
  add(use: Use): void {
    this.counts.add(use, Date.now());
  }

  /** Notes what an answered request shows. */
  answered(request: NgsiRequest): void {
    const { method, path, options, contentType, parsedBody } = request;
    const features = findRequestFeatures({
      method,
      path,
      options,
      mediaTypes: contentType === undefined ? undefined : [contentType],
      body: parsedBody,
    });
    if (features.length === 0) return;
    const from = {
      service: request.log.service ?? '',
      userAgent: request.header('user-agent') ?? '',
      address: request.log.from ?? '',
    };
    for (const { feature, part } of features)
      this.counts.add({ feature: part ?? feature, ...from }, Date.now());
  }

  /** What this broker has counted, and what the others that share the database have saved. */
  async snapshot(): Promise<UsageSnapshot> {
    const all = new UsageCounts();
    all.merge(this.counts.snapshot());
    for (const { broker, json } of await this.stored())
      if (broker !== this.broker) all.merge(readSnapshot(json));
    return all.snapshot();
  }

  private noteCommandLine(): void {
    const values = new Map<string, unknown>(Object.entries(this.options));
    for (const { name, flag } of optionTable) {
      const found = this.options.gate.cliParameterState(flag);
      const value = values.get(name);
      if (!found || found.state !== 'deprecated' || value === undefined || value === false) continue;
      this.counts.add(
        { feature: found.feature, service: '', userAgent: `command line ${flag}`, address: this.broker },
        Date.now(),
      );
    }
  }

  private async stored(): Promise<readonly { readonly broker: string; readonly json: string }[]> {
    try {
      return await this.store.list();
    } catch (error) {
      this.failed('read', error);
      return [];
    }
  }

  private async save(): Promise<void> {
    const { version } = this.counts;
    if (version === this.savedVersion) return;
    try {
      await this.store.put(this.broker, JSON.stringify(this.counts.snapshot()));
      this.savedVersion = version;
    } catch (error) {
      this.failed('save', error);
    }
  }

  private failed(what: string, error: unknown): void {
    this.log.warn(`cannot ${what} the counts of deprecated use: ${errorMessage(error)}`);
  }
}
