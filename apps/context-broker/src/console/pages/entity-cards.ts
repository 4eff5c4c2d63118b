import type { Entity } from '@smart-city/ngsi';
import { agoIfEver } from '../../html/ages';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import { pill } from '../../html/pill';
import { facts, table } from '../../html/table';
import { coordinates, grouped } from '../../html/wording';
import { placeOfEntity } from '../map/counted-place';
import { placeOf } from '../map/places';
import { placesMap } from '../map/places-map';
import { healthOf } from '../subscription-health';
import { nameOfSubscription } from '../subscription-wording';
import type { Visit } from '../visit';
import type { AboutEntity } from './about-entity';
import { lastChange } from './entities.page';

/** Of what is said about it elsewhere. */
const FEW = 50;

export function factsOf({ nowSeconds }: Visit, entity: Entity): Html {
  const { type, servicePath, creDate, modDate, expiresAtMs } = entity;
  const place = placeOf(entity);
  return facts([
    ['Type', type || 'no type'],
    ['Service path', servicePath],
    ['Last change', lastChange(modDate, nowSeconds)],
    ['Created', agoIfEver(creDate || undefined, nowSeconds)],
    ['Ends', agoIfEver(expiresAtMs && expiresAtMs / 1000, nowSeconds)],
    ['Location', place && `${coordinates(place)} (from ${entity.location?.attrName ?? ''})`],
  ]);
}

/** A small map with the entity on it; undefined where it is nowhere. */
export function whereItIs(visit: Visit, entity: Entity): Html | undefined {
  const place = placeOf(entity);
  if (place === undefined) return undefined;
  const { lat, lon } = place;
  return card(
    'where',
    'Where it is',
    html`${placesMap([placeOfEntity(place)], { visit, isSmall: true })}
      <p><a href="${visit.link('map', { type: entity.type, lat, lon, zoom: 15 })}">On the map</a></p>`,
    'half',
  );
}

export function subscriptionsOf(visit: Visit, { subscriptions }: AboutEntity): Html {
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

export function registrationsOf(visit: Visit, { registrations }: AboutEntity): Html {
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
