import type { Registration } from '@smart-city/context';
import { LatestMap } from '@smart-city/service';
import type { RegistrationStore } from '../../storage/registration-store';
import { RegistrationIndex } from './registration-index';

/** Tenants kept at once; tenant names come from clients, so their number must end somewhere. */
const MOST_TENANTS = 10_000;

export interface RegistrationCacheOptions {
  /** Time between reloads from the store, which other brokers may share; 0: never. */
  readonly refreshMs: number;
  /** `-noCache`: ask the store every time. */
  readonly isOff: boolean;
}

/**
 * Registrations in memory, by tenant: loaded when a tenant is first asked for, changed at once by what this process
 * writes, reloaded at every interval for what others write (as subscriptions are).
 */
export class RegistrationCache {
  private readonly tenants = new LatestMap<string, RegistrationIndex>(MOST_TENANTS);
  private readonly loading = new Map<string, Promise<RegistrationIndex>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: RegistrationStore,
    private readonly options: RegistrationCacheOptions,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    if (this.options.refreshMs === 0 || this.options.isOff) return;
    this.timer = setInterval(() => void this.refresh().catch(this.onError), this.options.refreshMs);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** False when the tenant is known to have no registrations. Asked by every request. */
  readonly mayHaveSome = (tenant: string): boolean => this.tenants.get(tenant)?.all.length !== 0;

  /** Loads a tenant that is not known yet, so that {@link mayHaveSome} tells. @returns undefined when nothing is to be waited for */
  readonly learn = (tenant: string): Promise<unknown> | undefined =>
    this.options.isOff || this.tenants.has(tenant) ? undefined : this.load(tenant);

  /** @throws NgsiError when the tenant is not loaded yet and the database is away */
  async get(tenant: string): Promise<RegistrationIndex> {
    return (this.options.isOff ? undefined : this.tenants.get(tenant)) ?? this.load(tenant);
  }

  /** A registration was written. */
  put(tenant: string, registration: Registration): void {
    this.change(tenant, (all) => {
      const others = all.filter(({ id }) => id !== registration.id);
      return [...others, registration].sort((a, b) => (a.id < b.id ? -1 : 1));
    });
  }

  /** A registration was deleted. */
  remove(tenant: string, id: string): void {
    this.change(tenant, (all) => all.filter((registration) => registration.id !== id));
  }

  /** Reads every tenant that is in memory again. */
  async refresh(): Promise<void> {
    for (const tenant of [...this.tenants.keys()]) await this.load(tenant);
  }

  private change(tenant: string, change: (all: readonly Registration[]) => readonly Registration[]): void {
    const known = this.tenants.get(tenant);
    if (known !== undefined) this.tenants.set(tenant, new RegistrationIndex(change(known.all)));
    // What is being read may or may not have the change: read it again when asked next.
    this.loading.delete(tenant);
  }

  private load(tenant: string): Promise<RegistrationIndex> {
    const running = this.loading.get(tenant);
    if (running) return running;
    const loading = this.store.list(tenant).then((all) => {
      const index = new RegistrationIndex(all);
      if (this.loading.get(tenant) !== loading) return index;
      this.loading.delete(tenant);
      if (!this.options.isOff) this.tenants.set(tenant, index);
      return index;
    });
    this.loading.set(tenant, loading);
    loading.catch(() => this.loading.delete(tenant));
    return loading;
  }
}
