import { Inject, Injectable } from '@nestjs/common';
import { NgsiError, type Entity, type Registration, type Subscription } from '@smart-city/ngsi';
import { agoIfEver } from '../../html/ages';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import { pill } from '../../html/pill';
import { facts, table } from '../../html/table';
import { grouped } from '../../html/wording';
import { RegistrationCache } from '../../registrations/registration-cache';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import { ConsoleAccess } from '../console-access';
import { SubscriptionList } from '../figures/subscription-list';
import { placeOfEntity } from '../map/counted-place';
import { placeOf } from '../map/places';
import { placesMap } from '../map/places-map';
import type { ConsolePage, PageContent } from '../page';
import { healthOf } from '../subscription-health';
import { nameOfSubscription } from '../subscription-wording';
import type { Visit } from '../visit';
import { attributesTable } from './attributes-table';
import { entityTable, lastChange } from './entities.page';

/** Of what is said about it elsewhere. */
const FEW = 50;
const MOST_NAMESAKES = 10;

/** What is known of an entity besides itself. Undefined: this person may not see it. */
export interface AboutEntity {
  readonly subscriptions: readonly Subscription[] | undefined;
  readonly registrations: readonly Registration[] | undefined;
}

/** One entity: attributes with their ages, where it is, who is told of it and who provides for it. */
@Injectable()
export class OneEntityPage implements ConsolePage {
  readonly name = 'entity';
  readonly below = 'entities';

  constructor(
    private readonly access: ConsoleAccess,
    @Inject(ENTITY_STORE) private readonly store: EntityStore,
    private readonly subscriptions: SubscriptionList,
    private readonly registrations: RegistrationCache,
  ) {}

  async show(visit: Visit): Promise<PageContent> {
    const id = visit.text('id');
    await this.access.requireRead(visit, `/v2/entities/${id}`);
    const ref = { id, ...(visit.parameters.has('type') && { type: visit.text('type') }) };
    const found = await this.store.find(visit.tenancy, ref, MOST_NAMESAKES);
    const [entity] = found;
    if (entity === undefined) throw new NgsiError('NotFound', `there is no entity ${id} in this service`);
    if (found.length > 1) return renderNamesakes(visit, id, found);
    return renderEntityPage(visit, entity, await this.about(visit, entity));
  }

  private async about(visit: Visit, entity: Entity): Promise<AboutEntity> {
    const { tenant } = visit;
    const [maySubscriptions, mayRegistrations] = await Promise.all([
      this.access.mayRead(visit, '/v2/subscriptions'),
      this.access.mayRead(visit, '/v2/registrations'),
    ]);
    return {
      subscriptions: maySubscriptions ? await this.subscriptions.about(tenant, entity) : undefined,
      registrations: mayRegistrations ? covering(await this.registrations.get(tenant), entity) : undefined,
    };
  }
}

const covering = (
  index: { ofIds(ids: readonly string[]): readonly Registration[] },
  { id, type }: Entity,
): readonly Registration[] =>
  index
    .ofIds([id])
    .filter(({ entities }) =>
      entities.some(
        (one) => (one.isPattern || one.id === id) && (one.type === undefined || one.type === type),
      ),
    );

function renderNamesakes(visit: Visit, id: string, entities: readonly Entity[]): PageContent {
  return {
    title: id,
    content: html`<p class="crumbs"><a href="${visit.link('entities')}">Entities</a></p>
      <h1>${id}</h1>
      ${card('entities', 'Several entities have this id', entityTable(visit, entities))}`,
  };
}

export function renderEntityPage(visit: Visit, entity: Entity, about: AboutEntity): PageContent {
  const { id, type, servicePath, creDate, modDate, expiresAtMs } = entity;
  const { nowSeconds } = visit;
  const place = placeOf(entity);
  const content = html`<p class="crumbs">
      <a href="${visit.link('entities')}">Entities</a> ›
      <a href="${visit.link('entities', type === '' ? { typeless: 1 } : { type })}">${type || 'no type'}</a>
    </p>
    <h1>${id}</h1>
    ${card(
      'entity',
      'Entity',
      facts([
        ['Type', type || 'no type'],
        ['Service path', servicePath],
        ['Last change', lastChange(modDate, nowSeconds)],
        ['Created', agoIfEver(creDate || undefined, nowSeconds)],
        ['Ends', agoIfEver(expiresAtMs && expiresAtMs / 1000, nowSeconds)],
        ['Location', place && `${place.lat}, ${place.lon} (from ${entity.location?.attrName ?? ''})`],
      ]),
    )}${card('attributes', `Attributes (${grouped(entity.attrs.size)})`, attributesTable(visit, entity))}${
      place === undefined
        ? undefined
        : card(
            'where',
            'Where it is',
            html`${placesMap([placeOfEntity(place)], { visit, isSmall: true })}
              <p>
                <a href="${visit.link('map', { type, lat: place.lat, lon: place.lon, zoom: 15 })}"
                  >On the map</a
                >
              </p>`,
            'half',
          )
    }${card('subscriptions', 'Its subscriptions', subscriptionsOf(visit, about), 'half')}${card('registrations', 'Its registrations', registrationsOf(visit, about), 'half')}`;
  return { title: id, content };
}

function subscriptionsOf(visit: Visit, { subscriptions }: AboutEntity): Html {
  if (subscriptions === undefined)
    return html`<p>Your roles do not let you see subscriptions of this service.</p>`;
  if (subscriptions.length === 0) return html`<p>No subscription is about it.</p>`;
  const rows = subscriptions.slice(0, FEW).map((one) => {
    const { text, mood } = healthOf(one, visit.nowSeconds);
    return [
      html`<a href="${visit.link('subscription', { id: one.id })}">${nameOfSubscription(one)}</a>`,
      pill(text, mood),
      agoIfEver(one.counters.lastNotification, visit.nowSeconds),
    ];
  });
  const columns = ['Subscription', 'State', 'Last notification'].map((name) => ({ name }));
  return html`${table('Its subscriptions', columns, rows)}${more(subscriptions.length)}`;
}

function registrationsOf(visit: Visit, { registrations }: AboutEntity): Html {
  if (registrations === undefined)
    return html`<p>Your roles do not let you see registrations of this service.</p>`;
  if (registrations.length === 0) return html`<p>Nothing of it is registered elsewhere.</p>`;
  const rows = registrations
    .slice(0, FEW)
    .map((one) => [
      html`<a href="${visit.link('registration', { id: one.id })}">${one.description || one.id}</a>`,
      one.attrs.length === 0 ? 'whole entity' : one.attrs.join(', '),
      one.provider.url,
    ]);
  const columns = ['Registration', 'Attributes', 'Provider'].map((name) => ({ name }));
  return html`${table('Its registrations', columns, rows)}${more(registrations.length)}`;
}

const more = (count: number): Html | undefined =>
  count > FEW ? html`<p class="note">The first ${FEW} of ${grouped(count)}.</p>` : undefined;
