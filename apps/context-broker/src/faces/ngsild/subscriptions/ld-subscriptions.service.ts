import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { NgsiError, renderExactJson, type JsonObject } from '@smart-city/context';
import {
  badRequestData,
  checkBody,
  contextWithCore,
  CORE_CONTEXT_URL,
  FROM_REQUEST,
  isUri,
  memberObject,
  NgsiLdFault,
  parseLdPaging,
  parseLdQuery,
  patchSubscription,
  readNewSubscription,
  renderLdSubscription,
  subscriptionIdOf,
  type LdContext,
  type LdSubscriptionMembers,
} from '@smart-city/ngsild';
import type { Subscription } from '@smart-city/ngsiv2';
import { SubscriptionCache } from '../../../core/subscriptions/subscription-cache';
import { SubscriptionsService } from '../../../core/subscriptions/subscriptions.service';
import type { Answer } from '../../../http/answer';
import { ContextsService } from '../contexts/contexts.service';
import { KnownTenants } from '../known-tenants';
import { createdAt, LdAnswers, noContent, type AnswerContext } from '../ld-answers';
import { shownContext, type GivenContext, type LdCall } from '../ld-call';
import { optionsOf } from '../ld-parameters';
import { JSON_MEDIA_TYPE } from '../negotiate';
import { listLinks } from '../page-links';
import { infoOf } from './endpoint-channel';
import { TimedNotifications } from './timed-notifications';
import { definitionOf, keptOf, NGSILD, textsOf, type KeptFacts } from './kept-subscription';
import { shownSubscription } from './shown-subscription';

const PATH = '/ngsi-ld/v1/subscriptions';

/** The operations on subscriptions (GS CIM 009 §5.8). */
@Injectable()
export class LdSubscriptionsService {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly contexts: ContextsService,
    private readonly answers: LdAnswers,
    private readonly tenants: KnownTenants,
    private readonly cache: SubscriptionCache,
    private readonly timed: TimedNotifications,
  ) {}

  async create(call: LdCall): Promise<Answer> {
    const body = checkBody(call.json());
    const context = await call.contextOfBody(body, this.contexts);
    const id = subscriptionIdOf(body) ?? `urn:ngsi-ld:Subscription:${randomUUID()}`;
    const members = readNewSubscription(body, context.names);
    const now = Date.now();
    const facts = await this.factsOf(call, members, context, { createdAtMs: now, modifiedAtMs: now });
    if (!(await this.subscriptions.createAs(call.request, id, definitionOf(members, facts))))
      throw new NgsiLdFault('AlreadyExists', 'Subscription exists', `There is a subscription ${id}`);
    this.noteTimer(call.tenant, id);
    return createdAt(call, `${PATH}/${id}`);
  }

  async retrieve(call: LdCall): Promise<Answer> {
    const context = await call.contextOfLink(this.contexts);
    const hasTimes = hasSysAttrs(call);
    const found = await this.find(call);
    const [text = ''] = this.textsOf(call, context, [found], hasTimes);
    return this.answers.ok(call, text, shownIn(call, context));
  }

  async list(call: LdCall): Promise<Answer> {
    const context = await call.contextOfLink(this.contexts);
    const hasTimes = hasSysAttrs(call);
    const paging = parseLdPaging(call.parameters);
    await this.tenants.require(call.tenant);
    const { limit, offset } = paging;
    const { subscriptions, count } = await this.subscriptions.list(call.request, NGSILD, { limit, offset });
    const links = listLinks(PATH, call.parameters, { paging, hasMore: count > offset + limit });
    const headers = paging.count ? ['NGSILD-Results-Count', String(count)] : [];
    const texts = this.textsOf(call, context, subscriptions, hasTimes);
    return this.answers.ok(call, `[${texts.join(',')}]`, { ...shownIn(call, context), links }, headers);
  }

  async change(call: LdCall): Promise<Answer> {
    const body = checkBody(call.json());
    const context = await call.contextOfBody(body, this.contexts);
    const found = await this.find(call);
    if (body.has('id') && body.get('id') !== found.id)
      throw badRequestData('Different ids', `The id of a subscription cannot change: ${found.id}`);
    const kept = keptOf(found);
    const planned = patchSubscription(kept.members, body, context.names);
    // A change without names of its own leaves the context of the subscription.
    const given = context.given ?? kept.facts.context;
    const facts = await this.factsOf(
      call,
      planned,
      { given, names: await this.contexts.compile(call.tenant, given) },
      { createdAtMs: kept.facts.createdAtMs, modifiedAtMs: Date.now() },
    );
    const query = body.has('q') ? facts.query : kept.facts.query;
    await this.guarded(found.id, () =>
      this.subscriptions.patch(call.request, NGSILD, found.id, {
        ...(body.has('isActive') && { status: planned.get('isActive') === false ? 'inactive' : 'active' }),
        apply: (before) => ({
          ...before,
          expiresAt: undefined,
          description: undefined,
          ...definitionOf(patchSubscription(keptOf(before).members, body, context.names), {
            ...facts,
            query,
          }),
        }),
      }),
    );
    this.noteTimer(call.tenant, found.id);
    return noContent(call);
  }

  async delete(call: LdCall): Promise<Answer> {
    const { id } = await this.find(call);
    await this.guarded(id, () => this.subscriptions.delete(call.request, NGSILD, id));
    return noContent(call);
  }

  private noteTimer(tenant: string, id: string): void {
    const compiled = this.cache.find(tenant, id);
    if (compiled !== undefined) this.timed.note(compiled);
  }

  private async find(call: LdCall): Promise<Subscription> {
    const id = call.part('id');
    if (!isUri(id)) throw badRequestData('Invalid id', `The id of a subscription is a URI: ${id}`);
    // Asked first: a database may make a tenant of what is read.
    await this.tenants.require(call.tenant);
    return this.guarded(id, () => this.subscriptions.get(call.request, NGSILD, id));
  }

  /** The core tells that there is none in words of NGSIv2. */
  private async guarded<T>(id: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NgsiError && error.error === 'NotFound')
        throw new NgsiLdFault('ResourceNotFound', 'Subscription not found', `There is no subscription ${id}`);
      throw error;
    }
  }

  /** Works out the facts that need the context, while it is at hand. */
  private async factsOf(
    call: LdCall,
    members: LdSubscriptionMembers,
    { given, names }: GivenContext,
    times: Pick<KeptFacts, 'createdAtMs' | 'modifiedAtMs'>,
  ): Promise<KeptFacts> {
    const own = members.get('jsonldContext');
    if (own !== undefined) await this.contexts.compile(call.tenant, own);
    const shown = own ?? given;
    const contextUrl =
      shown === undefined
        ? CORE_CONTEXT_URL
        : await this.contexts.addressOf(call.tenant, contextWithCore(shown), call.origin);
    return {
      ...times,
      context: given,
      contextUrl,
      headers: headersOf(call, members),
      query: queryOf(members, names),
    };
  }

  private textsOf(
    call: LdCall,
    context: GivenContext,
    found: readonly Subscription[],
    hasTimes: boolean,
  ): readonly string[] {
    const { linksContext, context: named } = shownIn(call, context);
    const contextText = linksContext ? undefined : renderExactJson(named);
    return found.map((one) =>
      renderLdSubscription(shownSubscription(one, hasTimes), context.names, contextText),
    );
  }
}

/** How the answer names its context. */
const shownIn = (call: LdCall, context: GivenContext): AnswerContext => ({
  context: shownContext(context),
  linksContext: call.mediaType === JSON_MEDIA_TYPE,
});

const hasSysAttrs = (call: LdCall): boolean => optionsOf(call.parameters, ['sysAttrs']).has('sysAttrs');

/** Returns the tree of `q` as text: its names and values are expanded, so that it is read again without the context. */
function queryOf(members: LdSubscriptionMembers, names: LdContext): string | undefined {
  const q = members.get('q');
  if (typeof q !== 'string') return undefined;
  const expand = (name: string) => names.expandName(name);
  const expandValues = new Set(textsOf(members.get('expandValues')));
  return JSON.stringify(parseLdQuery(q, { expand, expandValue: expand, expandValues }));
}

/** Header fields of notifications; some are those of the subscribing request (GS CIM 009 §5.2.15). */
function headersOf(call: LdCall, members: LdSubscriptionMembers): KeptFacts['headers'] {
  const endpoint: JsonObject = memberObject(memberObject(members, 'notification'), 'endpoint');
  return [...infoOf(endpoint, 'receiverInfo')].flatMap(([name, value]) => {
    if (value !== FROM_REQUEST) return [[name, value] as const];
    const given = call.request.header(name.toLowerCase());
    return given === undefined ? [] : [[name, given] as const];
  });
}
