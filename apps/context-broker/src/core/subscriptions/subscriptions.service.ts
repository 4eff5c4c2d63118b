import { Inject, Injectable } from '@nestjs/common';
import { badRequest, NgsiError } from '@smart-city/context';
import type {
  Subscription,
  SubscriptionDefinition,
  SubscriptionNotification,
  SubscriptionStatus,
} from '@smart-city/ngsiv2';
import type { RequestContext } from '../../context/request-context';
import { Endpoints } from '../../receivers/endpoints';
import {
  SUBSCRIPTION_STORE,
  type SubscriptionPage,
  type SubscriptionPageRequest,
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
import { newSubscriptionId, storedId } from './subscription-id';
import { filterPath, ownerMeant } from './subscription-caller';
import { SUBSCRIPTION_LISTENER, type SubscriptionListener } from './subscription-listener';

const notFound = () => new NgsiError('NotFound', 'The requested subscription has not been found. Check id');

/** Changes that a request makes to a subscription. */
export interface SubscriptionPatch {
  readonly status?: SubscriptionStatus;
  readonly notification?: Pick<SubscriptionNotification, 'channel'>;
  /** The subscription as it is afterwards. */
  readonly apply: (before: Subscription) => Subscription;
}

/**
 * Subscriptions on the store; what it writes is in the cache at once. Each face shows and changes those whose conditions are in its
 * language; to it the others are not there.
 */
@Injectable()
export class SubscriptionsService {
  private readonly writes = new KeyedMutex();

  constructor(
    @Inject(SUBSCRIPTION_STORE) private readonly store: SubscriptionStore,
    private readonly cache: SubscriptionCache,
    private readonly legacy: LegacyNotificationUse,
    private readonly endpoints: Endpoints,
    @Inject(SUBSCRIPTION_LISTENER) private readonly listener: SubscriptionListener,
    private readonly streams: StreamHub,
  ) {}

  /** Subscribes. @returns the new id @throws NgsiError  a caller that may not, an endpoint that is not there */
  async create(request: RequestContext, given: SubscriptionDefinition): Promise<string> {
    const id = newSubscriptionId();
    await this.insert(request, id, this.permitted(request, given));
    return id;
  }

  /** Subscribes under an id that the client has chosen. @returns false when there is one @throws NgsiError  as {@link create} */
  async createAs(request: RequestContext, id: string, given: SubscriptionDefinition): Promise<boolean> {
    const definition = this.permitted(request, given);
    return this.writes.run(writeKey(request.tenant, id), async () => {
      if ((await this.find(request.tenant, id)) !== undefined) return false;
      await this.insert(request, id, definition);
      return true;
    });
  }

  private permitted(request: RequestContext, given: SubscriptionDefinition): SubscriptionDefinition {
    const definition = ownerMeant(request, given);
    this.checkEndpoint(request.tenant, definition);
    if (request.grants !== undefined) requireSubscribable(request.grants, definition);
    return definition;
  }

  private async insert(request: RequestContext, id: string, definition: SubscriptionDefinition) {
    const subscription: Subscription = {
      ...definition,
      id,
      statusLastChange: Date.now() / 1000,
      counters: { timesSent: 0, failsCounter: 0 },
    };
    await this.listener.changesMatched(request.tenant);
    await this.store.insert(request.tenant, subscription);
    const compiled = this.cache.put(request.tenant, subscription);
    this.legacy.created(request, subscription);
    if (compiled !== undefined) await this.listener.onWritten(request, compiled);
  }

  /** A service path that the client names must be the stored one, `/#` too. @throws NotFound */
  async get(request: RequestContext, language: string, id: string): Promise<Subscription> {
    const found = await this.find(request.tenant, id, language);
    const wanted = request.servicePaths?.[0] || undefined;
    if (found === undefined || (wanted !== undefined && found.servicePath !== wanted)) throw notFound();
    this.legacy.found(request, found);
    return found;
  }

  /** One page by id; of one service path, exactly, when the client named one. */
  async list(
    request: RequestContext,
    language: string,
    asked: Omit<PageRequest, 'servicePath'>,
    wanted?: SubscriptionFilter,
  ): Promise<SubscriptionPage> {
    const servicePath = filterPath(request);
    const filter = { language, ...(servicePath !== undefined && { servicePath }), ...asked };
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
    page: SubscriptionPageRequest,
    wanted: SubscriptionFilter,
  ): Promise<SubscriptionPage> {
    await this.listener.changesMatched(request.tenant);
    const now = Date.now() / 1000;
    const found = await this.cache.counters.readSettled(async () =>
      (await this.store.list(request.tenant))
        .map((stored) => this.cache.withLive(request.tenant, stored))
        .filter(
          (subscription) =>
            subscription.condition.language === page.language && matchSubscription(subscription, wanted, now),
        ),
    );
    const { page: subscriptions, ...more } = cutPage(found, page);
    for (const subscription of subscriptions) this.legacy.found(request, subscription);
    return { subscriptions, ...more };
  }

  /** @throws NotFound */
  async patch(
    request: RequestContext,
    language: string,
    id: string,
    patch: SubscriptionPatch,
  ): Promise<void> {
    this.checkEndpoint(request.tenant, patch);
    const isStatusGiven = patch.status !== undefined;
    const changed = await this.change(request.tenant, { id, language, isStatusGiven }, patch.apply);
    if (changed === undefined) throw subscriptionNotFound();
    if (changed.compiled !== undefined) await this.listener.onWritten(request, changed.compiled);
    if (patch.notification !== undefined) this.legacy.modified(request, changed.after);
  }

  /** Pauses a subscription (`inactive`) or lets it go on; all else of it stays, its service path too. @throws NotFound */
  async changeStatus(tenant: string, id: string, status: SubscriptionStatus): Promise<void> {
    const changed = await this.change(tenant, { id, isStatusGiven: true }, (before) => ({
      ...before,
      status,
    }));
    if (changed === undefined) throw notFound();
  }

  /**
   * Reads, changes and writes. Changes of one subscription at once go one after the other: else the cache would have the
   * last one only.
   *
   * @returns undefined when there is none of that id
   */
  private async change(
    tenant: string,
    { id, language, isStatusGiven }: { id: string; language?: string; isStatusGiven: boolean },
    changed: (before: Subscription) => Subscription,
  ): Promise<{ after: Subscription; compiled: CompiledSubscription | undefined } | undefined> {
    return this.writes.run(writeKey(tenant, id), async () => {
      const before = await this.find(tenant, id, language);
      if (before === undefined) return undefined;
      const after = { ...changed(before), ...(isStatusGiven && { statusLastChange: Date.now() / 1000 }) };
      if (!(await this.store.updateDefinition(tenant, after, before))) return undefined;
      if (isStatusGiven) this.cache.find(tenant, after.id)?.counters.forgetStatus();
      return { after, compiled: this.cache.put(tenant, after) };
    });
  }

  /** @throws NotFound; InternalError when the database fails */
  async delete(request: RequestContext, language: string, id: string): Promise<void> {
    await this.listener.changesMatched(request.tenant);
    const { tenant } = request;
    const stored = storedId(id);
    // A change that ends later would have it in the cache again.
    await this.writes.run(writeKey(tenant, stored), async () => {
      if ((await this.find(tenant, stored, language)) === undefined) throw notFound();
      if (!(await this.deleteStored(tenant, stored))) throw notFound();
      this.cache.remove(tenant, stored);
    });
    this.streams.end(subscriptionKey(tenant, stored), 'gone');
  }

  /** @throws NgsiError BadRequest  nobody of that name is there for the tenant */
  private checkEndpoint(tenant: string, { notification }: Pick<SubscriptionPatch, 'notification'>): void {
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

  /** As stored, with what this broker knows beyond that; undefined for one in another language than the one given. */
  private async find(tenant: string, id: string, language?: string): Promise<Subscription | undefined> {
    await this.listener.changesMatched(tenant);
    return this.cache.counters.readSettled(async () => {
      const stored = await this.store.find(tenant, storedId(id));
      if (stored === undefined || (language !== undefined && stored.condition.language !== language))
        return undefined;
      return this.cache.withLive(tenant, stored);
    });
  }
}

const writeKey = (tenant: string, id: string): string => `${tenant}/${storedId(id)}`;

const subscriptionNotFound = () => new NgsiError('NotFound', 'subscription id not found');
