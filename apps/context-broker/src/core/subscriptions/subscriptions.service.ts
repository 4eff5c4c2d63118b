import { Inject, Injectable } from '@nestjs/common';
import { badRequest, NgsiError, type JsonValue } from '@smart-city/context';
import {
  applyPatch,
  parseNewSubscription,
  parseSubscriptionPatch,
  type Subscription,
  type SubscriptionInput,
  type SubscriptionStatus,
} from '@smart-city/ngsiv2';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import type { RequestContext } from '../../context/request-context';
import { Endpoints } from '../../receivers/endpoints';
import {
  SUBSCRIPTION_STORE,
  type SubscriptionPage,
  type SubscriptionStore,
} from '../../storage/subscription-store';
import { requireSubscribable } from '../grants/granted-subscriptions';
import { StreamHub } from '../streams/stream-hub';
import { subscriptionKey } from '../streams/stream-key';
import { LegacyNotificationUse } from '../../operations/deprecations/legacy-notification-use';
import { cutPage } from '../../storage/cut-page';
import type { PageRequest } from '../../storage/page-request';
import { KeyedMutex } from '../../storage/keyed-mutex';
import type { CompiledSubscription } from './compiled-subscription';
import { SubscriptionCache } from './subscription-cache';
import { matchSubscription, type SubscriptionFilter } from './subscription-filter';
import { checkSubscriptionId, isSubscriptionId, newSubscriptionId } from './subscription-id';
import { filterPath, ownerMeant, subscriptionPath } from './subscription-caller';
import { SUBSCRIPTION_LISTENER, type SubscriptionListener } from './subscription-listener';

const notFound = () => new NgsiError('NotFound', 'The requested subscription has not been found. Check id');

/** `/v2/subscriptions` on the store; what it writes is in the cache at once. */
@Injectable()
export class SubscriptionsService {
  private readonly writes = new KeyedMutex();

  constructor(
    @Inject(SUBSCRIPTION_STORE) private readonly store: SubscriptionStore,
    private readonly cache: SubscriptionCache,
    private readonly legacy: LegacyNotificationUse,
    @Inject(OPTIONS) private readonly options: BrokerOptions,
    private readonly endpoints: Endpoints,
    @Inject(SUBSCRIPTION_LISTENER) private readonly listener: SubscriptionListener,
    private readonly streams: StreamHub,
  ) {}

  /** @returns the new id @throws NgsiError  what the body's faults are */
  async create(request: RequestContext, body: JsonValue): Promise<string> {
    const servicePath = subscriptionPath(request);
    const parsed = parseNewSubscription(body, servicePath, this.parseOptions(request));
    const definition = ownerMeant(request, parsed);
    this.checkEndpoint(request.tenant, definition);
    if (request.grants !== undefined) requireSubscribable(request.grants, definition);
    const subscription: Subscription = {
      ...definition,
      id: newSubscriptionId(),
      statusLastChange: Date.now() / 1000,
      counters: { timesSent: 0, failsCounter: 0 },
    };
    await this.listener.changesMatched(request.tenant);
    await this.store.insert(request.tenant, subscription);
    const compiled = this.cache.put(request.tenant, subscription);
    this.legacy.created(request, subscription);
    if (compiled !== undefined) await this.listener.onWritten(request, compiled);
    return subscription.id;
  }

  /** A service path that the client names must be the stored one, `/#` too. @throws NotFound; BadRequest for an id that is none */
  async get(request: RequestContext, id: string): Promise<Subscription> {
    checkSubscriptionId(id);
    const found = await this.find(request.tenant, id);
    const wanted = request.servicePaths?.[0] || undefined;
    if (found === undefined || (wanted !== undefined && found.servicePath !== wanted)) throw notFound();
    this.legacy.found(request, found);
    return found;
  }

  /** One page by id; of one service path, exactly, when the client named one. */
  async list(
    request: RequestContext,
    asked: Omit<PageRequest, 'servicePath'>,
    wanted?: SubscriptionFilter,
  ): Promise<SubscriptionPage> {
    const servicePath = filterPath(request);
    const filter = { ...(servicePath !== undefined && { servicePath }), ...asked };
    if (wanted !== undefined) return this.search(request, filter, ownerMeant(request, wanted));
    await this.listener.changesMatched(request.tenant);
    const page = await this.cache.counters.readSettled(async () => {
      const { subscriptions, ...more } = await this.store.page(request.tenant, filter);
      return {
        ...more,
        subscriptions: subscriptions.map((stored) => this.cache.withLive(request.tenant, stored)),
      };
    });
    for (const found of page.subscriptions) this.legacy.found(request, found);
    return page;
  }

  /** All of a tenant are looked at: they are few beside its entities, and in memory anyway. */
  private async search(
    request: RequestContext,
    page: PageRequest,
    wanted: SubscriptionFilter,
  ): Promise<SubscriptionPage> {
    await this.listener.changesMatched(request.tenant);
    const now = Date.now() / 1000;
    const found = await this.cache.counters.readSettled(async () =>
      (await this.store.list(request.tenant))
        .map((stored) => this.cache.withLive(request.tenant, stored))
        .filter((subscription) => matchSubscription(subscription, wanted, now)),
    );
    const { page: subscriptions, ...more } = cutPage(found, page);
    for (const subscription of subscriptions) this.legacy.found(request, subscription);
    return { subscriptions, ...more };
  }

  /** Replaces the parts that the body gives; always the service path. @throws NotFound */
  async patch(request: RequestContext, id: string, body: JsonValue): Promise<void> {
    const servicePath = subscriptionPath(request);
    const input = ownerMeant(request, parseSubscriptionPatch(body, this.parseOptions(request)));
    this.checkEndpoint(request.tenant, input);
    const isStatusGiven = input.status !== undefined;
    const changed = await this.change(request.tenant, id, isStatusGiven, (before) => ({
      ...applyPatch(before, input),
      servicePath,
    }));
    if (changed === undefined) throw subscriptionNotFound();
    if (changed.compiled !== undefined) await this.listener.onWritten(request, changed.compiled);
    if (input.notification !== undefined) this.legacy.modified(request, changed.after);
  }

  /** Pauses a subscription (`inactive`) or lets it go on; all else of it stays, its service path too. @throws NotFound */
  async changeStatus(tenant: string, id: string, status: SubscriptionStatus): Promise<void> {
    if ((await this.change(tenant, id, true, (before) => ({ ...before, status }))) === undefined)
      throw notFound();
  }

  /**
   * Reads, changes and writes. Changes of one subscription at once go one after the other: else the cache would have the
   * last one only.
   *
   * @returns undefined when there is none of that id
   */
  private async change(
    tenant: string,
    id: string,
    isStatusGiven: boolean,
    changed: (before: Subscription) => Subscription,
  ): Promise<{ after: Subscription; compiled: CompiledSubscription | undefined } | undefined> {
    if (!isSubscriptionId(id)) return undefined;
    return this.writes.run(writeKey(tenant, id), async () => {
      const before = await this.find(tenant, id);
      if (before === undefined) return undefined;
      const after = { ...changed(before), ...(isStatusGiven && { statusLastChange: Date.now() / 1000 }) };
      if (!(await this.store.updateDefinition(tenant, after, before))) return undefined;
      if (isStatusGiven) this.cache.find(tenant, after.id)?.counters.forgetStatus();
      return { after, compiled: this.cache.put(tenant, after) };
    });
  }

  /** @throws NotFound; InternalError when the database fails */
  async delete(request: RequestContext, id: string): Promise<void> {
    if (!isSubscriptionId(id)) throw notFound();
    await this.listener.changesMatched(request.tenant);
    const { tenant } = request;
    const stored = id.toLowerCase();
    // A change that ends later would have it in the cache again.
    await this.writes.run(writeKey(tenant, stored), async () => {
      if (!(await this.deleteStored(tenant, stored))) throw notFound();
      this.cache.remove(tenant, stored);
    });
    this.streams.end(subscriptionKey(tenant, stored), 'gone');
  }

  /** @throws NgsiError BadRequest  nobody of that name is there for the tenant */
  private checkEndpoint(tenant: string, { notification }: Pick<SubscriptionInput, 'notification'>): void {
    const channel = notification?.channel;
    if (channel === undefined || !('name' in channel)) return;
    if (this.endpoints.find(channel.name, tenant) === undefined)
      throw badRequest(`unknown endpoint /${channel.name}/`);
  }

  /** @throws InternalError when the database fails */
  private deleteStored(tenant: string, id: string): Promise<boolean> {
    return this.store.delete(tenant, id).catch((error: unknown) => {
      throw error instanceof NgsiError && error.error === 'InternalServerError'
        ? new NgsiError('InternalError', error.message, { cause: error })
        : error;
    });
  }

  /** As stored, with what this broker knows beyond that. */
  private async find(tenant: string, id: string): Promise<Subscription | undefined> {
    await this.listener.changesMatched(tenant);
    return this.cache.counters.readSettled(async () => {
      const stored = await this.store.find(tenant, id.toLowerCase());
      return stored && this.cache.withLive(tenant, stored);
    });
  }

  private parseOptions({ extendedQuery }: RequestContext) {
    return { allowLegacy: !this.options.gate.isRemoved('legacyNotification'), extendedQuery };
  }
}

const writeKey = (tenant: string, id: string): string => `${tenant}/${id.toLowerCase()}`;

const subscriptionNotFound = () => new NgsiError('NotFound', 'subscription id not found');
