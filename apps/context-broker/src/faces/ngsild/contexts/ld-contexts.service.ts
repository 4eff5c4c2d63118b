import { Injectable } from '@nestjs/common';
import { isJsonObject, renderExactJson, type JsonValue } from '@smart-city/context';
import { badRequestData, CORE_CONTEXT_URL, isCoreContextUrl, NgsiLdFault } from '@smart-city/ngsild';
import { Answer } from '../../../http/answer';
import { createdAt, noContent, plainAnswer } from '../ld-answers';
import { KnownTenants } from '../known-tenants';
import type { LdCall } from '../ld-call';
import { flagOf } from '../ld-parameters';
import { tenantFields } from '../ngsild-face';
import { ContextsService } from './contexts.service';
import type { CachedContext } from './cached-contexts';
import { CONTEXTS_PATH, HostedContexts, type HostedContext } from './hosted-contexts';

const KINDS: ReadonlySet<string> = new Set(['Cached', 'Hosted', 'ImplicitlyCreated']);

const missing = (id: string): NgsiLdFault =>
  new NgsiLdFault('ResourceNotFound', 'Context not found', `There is no context ${id}`);

/** A context of either sort that a request names. */
type Found =
  | { readonly kind: 'core' }
  | { readonly kind: 'cached'; readonly cached: CachedContext }
  | { readonly kind: 'hosted'; readonly hosted: HostedContext };

/** The operations on contexts that are kept here (GS CIM 009 §5.13). */
@Injectable()
export class LdContextsService {
  constructor(
    private readonly contexts: ContextsService,
    private readonly hosted: HostedContexts,
    private readonly tenants: KnownTenants,
  ) {}

  async add(call: LdCall): Promise<Answer> {
    await this.tenants.require(call.tenant);
    const body = call.json();
    const context: JsonValue | undefined = isJsonObject(body) ? body.get('@context') : undefined;
    if (context === undefined) throw badRequestData('Missing @context', 'The body must have a @context');
    await this.contexts.compile(call.tenant, context);
    const id = await this.hosted.add(call.tenant, context);
    return createdAt(call, `${CONTEXTS_PATH}/${id}`);
  }

  async list(call: LdCall): Promise<Answer> {
    const isDetailed = flagOf(call.parameters, 'details');
    const kind = call.parameter('kind');
    if (kind !== undefined && !KINDS.has(kind))
      throw badRequestData('Invalid kind', `There are no contexts of the kind ${kind}`);
    await this.tenants.require(call.tenant);
    const cached = this.contexts.cached
      .list(call.tenant)
      .filter(() => kind === undefined || kind === 'Cached')
      .map((one) => (isDetailed ? cachedText(one) : renderExactJson(one.url)));
    const all = kind === 'Cached' ? [] : await this.hosted.list(call.tenant);
    const hosted = all
      .filter((one) => kind === undefined || one.kind === kind)
      .map((one) => (isDetailed ? this.hostedText(call, one) : renderExactJson(addressOf(call, one.id))));
    return plainAnswer(call, 200, `[${[...cached, ...hosted].join(',')}]`);
  }

  async get(call: LdCall): Promise<Answer> {
    const isDetailed = flagOf(call.parameters, 'details');
    const id = call.part('id');
    const found = await this.find(call.tenant, id);
    if (found === undefined) throw missing(id);
    if (isDetailed) return plainAnswer(call, 200, this.detailsOf(call, found));
    if (found.kind !== 'hosted')
      throw new NgsiLdFault(
        'OperationNotSupported',
        'Cached context',
        `The context ${id} is a copy: it is served by its own address`,
      );
    const text = `{"@context":${renderExactJson(found.hosted.context)}}`;
    return new Answer(200, text, tenantFields(call.request), 'application/ld+json');
  }

  async delete(call: LdCall): Promise<Answer> {
    const isReload = flagOf(call.parameters, 'reload');
    const id = call.part('id');
    const found = await this.find(call.tenant, id);
    if (isReload) return this.reload(call, id, found);
    if (found === undefined) throw missing(id);
    if (found.kind === 'core')
      throw badRequestData('Core context', 'The core context is part of the broker, and cannot be deleted');
    if (found.kind === 'cached') this.contexts.cached.delete(call.tenant, found.cached);
    else await this.hosted.delete(call.tenant, id);
    this.contexts.forget();
    return noContent(call);
  }

  private async reload(call: LdCall, id: string, found: Found | undefined): Promise<Answer> {
    if (found === undefined || found.kind === 'hosted')
      throw badRequestData('Invalid reload', `${id} is not the context of another server`);
    if (found.kind === 'cached') {
      await this.contexts.cached.reload(found.cached);
      this.contexts.forget();
    }
    return noContent(call);
  }

  private async find(tenant: string, id: string): Promise<Found | undefined> {
    if (isCoreContextUrl(id)) return { kind: 'core' };
    await this.tenants.require(tenant);
    const cached = this.contexts.cached.find(tenant, id);
    if (cached !== undefined) return { kind: 'cached', cached };
    const hosted = await this.hosted.find(tenant, id);
    return hosted && { kind: 'hosted', hosted };
  }

  private detailsOf(call: LdCall, found: Found): string {
    if (found.kind === 'cached') return cachedText(found.cached);
    if (found.kind === 'hosted') return this.hostedText(call, found.hosted);
    return detailsText({
      url: CORE_CONTEXT_URL,
      id: CORE_CONTEXT_URL,
      kind: 'Cached',
      createdAtMs: STARTED_MS,
    });
  }

  private hostedText(call: LdCall, { id, kind, createdAtMs }: HostedContext): string {
    const use = this.hosted.useOf(call.tenant, id);
    return detailsText({ url: addressOf(call, id), id, kind, createdAtMs, ...use });
  }
}

/** The core context is there since the broker is. */
const STARTED_MS = Date.now();

const addressOf = ({ origin }: LdCall, id: string): string => `${origin}${CONTEXTS_PATH}/${id}`;

const cachedText = ({ url, id, createdAtMs, expiresAtMs, hits, lastUsedMs }: CachedContext): string =>
  detailsText({ url, id, kind: 'Cached', createdAtMs, expiresAtMs, hits, lastUsedMs });

interface Details {
  readonly url: string;
  readonly id: string;
  readonly kind: string;
  readonly createdAtMs: number;
  readonly expiresAtMs?: number;
  readonly hits?: number;
  readonly lastUsedMs?: number;
}

function detailsText({ url, id, kind, createdAtMs, expiresAtMs, hits, lastUsedMs }: Details): string {
  return JSON.stringify({
    URL: url,
    localId: id,
    kind,
    createdAt: new Date(createdAtMs).toISOString(),
    ...(expiresAtMs !== undefined && { expiresAt: new Date(expiresAtMs).toISOString() }),
    ...(lastUsedMs !== undefined && { lastUsage: new Date(lastUsedMs).toISOString() }),
    ...(hits !== undefined && { numberOfHits: hits }),
  });
}
