import { randomUUID } from 'node:crypto';
import type { JsonValue } from '@smart-city/context';
import type { ContextClient } from './context-client';

/** A context that was fetched, with what is told of it. */
export interface CachedContext {
  readonly id: string;
  readonly url: string;
  context: JsonValue;
  size: number;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  /** Milliseconds since the epoch: then it is fetched again. */
  expiresAtMs: number;
  lastUsedMs: number;
  hits: number;
  /** Tenants that named it: others do not hear of it. */
  readonly tenants: Set<string>;
}

/** How long a context is kept whose answer does not say it. */
const DEFAULT_AGE_SECONDS = 3_600;

/** Most contexts that are kept, and most bytes of them. */
const MAX_CONTEXTS = 2_000;
const MAX_BYTES = 134_217_728;

/** Fetched contexts by URL, shared by all tenants. One that cannot be fetched again stays as it is. */
export class CachedContexts {
  private readonly byUrl = new Map<string, CachedContext>();
  private readonly underWay = new Map<string, Promise<CachedContext>>();
  private bytes = 0;

  constructor(
    private readonly client: Pick<ContextClient, 'fetch'>,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Returns the context of a URL, fetched when it is not kept or too old.
   *
   * @throws LdContextNotAvailable, BadRequestData  it was never there, and cannot be had
   */
  async get(tenant: string, url: string): Promise<CachedContext> {
    const known = this.byUrl.get(url);
    const isFresh = known !== undefined && known.expiresAtMs > this.now();
    const cached = isFresh ? known : await this.fetched(url, known);
    cached.hits += 1;
    cached.lastUsedMs = this.now();
    cached.tenants.add(tenant);
    return cached;
  }

  /** Contexts that a tenant named. */
  list(tenant: string): readonly CachedContext[] {
    return [...this.byUrl.values()].filter(({ tenants }) => tenants.has(tenant));
  }

  /** Finds a context that a tenant named, by its id or its URL. */
  find(tenant: string, idOrUrl: string): CachedContext | undefined {
    const byUrl = this.byUrl.get(idOrUrl);
    if (byUrl?.tenants.has(tenant)) return byUrl;
    return this.list(tenant).find(({ id }) => id === idOrUrl);
  }

  /** Forgets a context for a tenant. */
  delete(tenant: string, cached: CachedContext): void {
    cached.tenants.delete(tenant);
    if (cached.tenants.size === 0) this.drop(cached);
  }

  /**
   * Fetches a context again.
   *
   * @throws LdContextNotAvailable, BadRequestData  the old copy stays
   */
  async reload(cached: CachedContext): Promise<void> {
    await this.fetchNow(cached.url);
  }

  private async fetched(url: string, old: CachedContext | undefined): Promise<CachedContext> {
    try {
      return await this.fetchNow(url);
    } catch (fault) {
      if (old === undefined) throw fault;
      old.expiresAtMs = this.now() + 60_000;
      return old;
    }
  }

  /** Requests for a context that is being fetched wait for it. */
  private fetchNow(url: string): Promise<CachedContext> {
    const waiting = this.underWay.get(url);
    if (waiting !== undefined) return waiting;
    const fetching = this.fetchAndKeep(url).finally(() => this.underWay.delete(url));
    this.underWay.set(url, fetching);
    return fetching;
  }

  private async fetchAndKeep(url: string): Promise<CachedContext> {
    const { context, size, maxAgeSeconds = DEFAULT_AGE_SECONDS } = await this.client.fetch(url);
    const now = this.now();
    const expiresAtMs = now + maxAgeSeconds * 1000;
    const old = this.byUrl.get(url);
    if (old !== undefined) {
      this.bytes += size - old.size;
      Object.assign(old, { context, size, expiresAtMs });
      return old;
    }
    const cached: CachedContext = {
      id: randomUUID(),
      url,
      context,
      size,
      createdAtMs: now,
      expiresAtMs,
      lastUsedMs: now,
      hits: 0,
      tenants: new Set(),
    };
    this.byUrl.set(url, cached);
    this.bytes += size;
    this.makeRoom(cached);
    return cached;
  }

  private makeRoom(newest: CachedContext): void {
    while (this.byUrl.size > MAX_CONTEXTS || this.bytes > MAX_BYTES) {
      let oldest: CachedContext | undefined;
      for (const one of this.byUrl.values())
        if (one !== newest && (oldest === undefined || one.lastUsedMs < oldest.lastUsedMs)) oldest = one;
      if (oldest === undefined) return;
      this.drop(oldest);
    }
  }

  private drop({ url, size }: CachedContext): void {
    if (this.byUrl.delete(url)) this.bytes -= size;
  }
}
