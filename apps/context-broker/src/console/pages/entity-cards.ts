import type { Entity } from '@smart-city/context';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import { facts, table } from '../../html/table';
import { coordinates } from '../../html/wording';
import { placeOfEntity } from '../map/counted-place';
import { placeOf } from '../map/places';
import { placesMap } from '../map/places-map';
import { healthPill } from '../subscription-health';
import { nameOfSubscription } from '../subscription-wording';
import type { Visit } from '../visit';
import type { AboutEntity } from './about-entity';
import { lastChange } from './entity-list';

/** Of what is said about it elsewhere. */
const FEW = 50;

export function factsOf({ words }: Visit, entity: Entity): Html {
  const { t } = words;
  const { type, servicePath, creDate, modDate, expiresAtMs } = entity;
  const place = placeOf(entity);
  const { attrName = '' } = entity.location ?? {};
  return facts([
    [t('word.type'), words.typeName(type)],
    [t('word.servicePath'), servicePath],
    [t('entities.lastChange'), lastChange(modDate, words)],
    [t('entity.created'), words.ago(creDate || undefined)],
    [t('entity.expires'), words.ago(expiresAtMs && expiresAtMs / 1000)],
    [
      t('entity.location'),
      place && t('entity.locationOf', { place: coordinates(place), attribute: attrName }),
    ],
  ]);
}

/** A small map with the entity on it; undefined where it is nowhere. */
export function whereItIs(visit: Visit, entity: Entity): Html | undefined {
  const place = placeOf(entity);
  if (place === undefined) return undefined;
  const { lat, lon } = place;
  const { t } = visit.words;
  return card(
    'where',
    t('entity.where'),
    html`${placesMap([placeOfEntity(place)], { visit, isSmall: true })}
      <p>
        <a href="${visit.link('map', { type: entity.type, lat, lon, zoom: 15 })}">${t('entity.onMap')}</a>
      </p>`,
    'half',
  );
}

export function subscriptionsOf(visit: Visit, { subscriptions }: AboutEntity): Html {
  const { words } = visit;
  const { t } = words;
  if (subscriptions === undefined) return html`<p>${t('access.subscriptions')}</p>`;
  if (subscriptions.length === 0) return html`<p>${t('entity.noSubscriptions')}</p>`;
  const rows = subscriptions
    .slice(0, FEW)
    .map((one) => [
      html`<a href="${visit.link('subscription', { id: one.id })}">${nameOfSubscription(one)}</a>`,
      healthPill(one, words),
      words.ago(one.counters.lastNotification),
    ]);
  const columns = (['subscriptions.name', 'word.state', 'subscriptions.last'] as const).map((key) => ({
    name: t(key),
  }));
  return html`${table(t('entity.subscriptions'), columns, rows)}${more(subscriptions.length, words)}`;
}

export function registrationsOf(visit: Visit, { registrations }: AboutEntity): Html {
  const { words } = visit;
  const { t } = words;
  if (registrations === undefined) return html`<p>${t('access.registrations')}</p>`;
  if (registrations.length === 0) return html`<p>${t('entity.noRegistrations')}</p>`;
  const rows = registrations
    .slice(0, FEW)
    .map((one) => [
      html`<a href="${visit.link('registration', { id: one.id })}">${one.description || one.id}</a>`,
      one.attrs.length === 0 ? t('entity.whole') : one.attrs.join(', '),
      one.provider.url,
    ]);
  const columns = (['registrations.name', 'word.attributes', 'word.provider'] as const).map((key) => ({
    name: t(key),
  }));
  return html`${table(t('entity.registrations'), columns, rows)}${more(registrations.length, words)}`;
}

const more = (count: number, words: PageWords): Html | undefined =>
  count > FEW
    ? html`<p class="note">${words.t('few.first', { few: FEW, count: words.number(count) })}</p>`
    : undefined;
