import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { isJsonArray, isJsonObject, renderExactJson, type JsonValue } from '@smart-city/context';
import { CORE_CONTEXT, isCoreContextUrl, LdContext, resolveContext } from '@smart-city/ngsild';
import { ReceiverPolicy } from '@smart-city/receivers';
import type { AtHand } from '../../../context/at-hand';
import { CachedContexts } from './cached-contexts';
import { CompiledContexts } from './compiled-contexts';
import { ContextClient } from './context-client';
import { hostedIdIn, HostedContexts } from './hosted-contexts';

/** How long what was made of hosted contexts is used without asking the store: another broker may have deleted one. */
const HOSTED_AGE_MS = 5_000;

/** Longest inline context, as JSON, that is kept compiled. */
const LONGEST_KEY = 65_536;

/** Makes contexts of requests into what names are looked up in. */
@Injectable()
export class ContextsService implements OnApplicationShutdown {
  private readonly client: ContextClient;
  private readonly compiled = new CompiledContexts();
  readonly cached: CachedContexts;

  constructor(
    receivers: ReceiverPolicy,
    private readonly hosted: HostedContexts,
  ) {
    this.client = new ContextClient(receivers);
    this.cached = new CachedContexts(this.client);
  }

  /**
   * Returns the compiled context: at once where it is known.
   *
   * @param given  as the request has it; undefined for none
   * @throws BadRequestData  it is no context
   * @throws LdContextNotAvailable  an address that it names does not answer
   */
  compile(tenant: string, given: JsonValue | undefined): AtHand<LdContext> {
    if (given === undefined || (typeof given === 'string' && isCoreContextUrl(given))) return CORE_CONTEXT;
    const key = `${tenant}\n${typeof given === 'string' ? given : renderExactJson(given)}`;
    return this.compiled.get(key) ?? this.compileNow(tenant, given, key);
  }

  /** Forgets what was compiled: a context was deleted or fetched again. */
  forget(): void {
    this.compiled.clear();
  }

  onApplicationShutdown(): void {
    this.client.close();
  }

  private async compileNow(tenant: string, given: JsonValue, key: string): Promise<LdContext> {
    let untilMs = Number.POSITIVE_INFINITY;
    const load = async (url: string): Promise<JsonValue> => {
      const id = hostedIdIn(url);
      const hosted = id === undefined ? undefined : await this.hosted.find(tenant, id);
      if (hosted !== undefined) {
        this.hosted.noteUse(tenant, hosted.id);
        untilMs = Math.min(untilMs, Date.now() + HOSTED_AGE_MS);
        return hosted.context;
      }
      const cached = await this.cached.get(tenant, url);
      untilMs = Math.min(untilMs, cached.expiresAtMs);
      return cached.context;
    };
    const parts = await resolveContext(given, load);
    const context = new LdContext(parts);
    const terms = parts.reduce((sum, { definitions }) => sum + definitions.size, 0);
    if (key.length <= LONGEST_KEY) this.compiled.set(key, context, untilMs, terms);
    return context;
  }

  /**
   * Returns the one address that a `Link` header names for a context (GS CIM 009 §6.3.5). One that has no address is kept as an
   * ImplicitlyCreated one.
   *
   * @param origin  scheme and host of the broker, as the client names them
   */
  async addressOf(tenant: string, given: JsonValue, origin: string): Promise<string> {
    const only = isJsonArray(given) && given.length === 1 ? (given[0] ?? null) : given;
    if (typeof only === 'string') return only;
    const foreign = isJsonArray(only)
      ? only.filter((one) => typeof one !== 'string' || !isCoreContextUrl(one))
      : [];
    const [first] = foreign;
    if (foreign.length === 1 && typeof first === 'string') return first;
    if (!isJsonArray(only) && !isJsonObject(only)) return String(only);
    const id = await this.hosted.addImplicit(tenant, only);
    return `${origin}/ngsi-ld/v1/jsonldContexts/${id}`;
  }
}
