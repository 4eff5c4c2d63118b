import { Injectable } from '@nestjs/common';
import type { ProvidedEntity, Registration } from '@smart-city/ngsi';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import { pill } from '../../html/pill';
import { table } from '../../html/table';
import { ProviderHealth, type ProviderState } from '../../registrations/forwarding/provider-health';
import { RegistrationCache } from '../../registrations/registration-cache';
import { ConsoleAccess } from '../console-access';
import type { ConsolePage, PageContent } from '../page';
import { whichEntities } from '../subscription-wording';
import type { Visit } from '../visit';
import { filteredList, type ListFilter } from './filtered-list';

const COLUMNS = [
  'registrations.name',
  'word.provider',
  'registrations.health',
  'registrations.entities',
  'word.attributes',
  'registrations.forwards',
] as const;

/** What is registered elsewhere, and how those who provide it fare; who fails comes first. */
@Injectable()
export class RegistrationsPage implements ConsolePage {
  readonly name = 'registrations';
  readonly entry = 'registrations.title';

  constructor(
    private readonly access: ConsoleAccess,
    private readonly cache: RegistrationCache,
    private readonly health: ProviderHealth,
  ) {}

  async show(visit: Visit): Promise<PageContent> {
    await this.access.requireRead(visit, '/v2/registrations');
    const { all } = await this.cache.get(visit.tenant);
    return renderRegistrations(visit, all, (id) => this.health.of(visit.tenant, id));
  }
}

export function renderRegistrations(
  visit: Visit,
  all: readonly Registration[],
  stateOf: (id: string) => ProviderState | undefined,
): PageContent {
  const { words, servicePath } = visit;
  const { t } = words;
  const failsOf = ({ id }: Registration) => stateOf(id)?.failsInARow;
  const list = filteredList(visit, {
    page: 'registrations',
    all: all.filter((one) => servicePath === '/#' || one.servicePath === servicePath),
    texts: (one) => [one.id, one.description ?? '', one.provider.url, entitiesText(one.entities, words)],
    filters: new Map<string, ListFilter<Registration>>([
      ['', { name: 'registrations.all', has: () => true }],
      ['trouble', { name: 'registrations.failing', has: (one) => (failsOf(one) ?? 0) > 0 }],
      ['well', { name: 'registrations.well', has: (one) => failsOf(one) === 0 }],
      ['unasked', { name: 'registrations.unasked', has: (one) => failsOf(one) === undefined }],
    ]),
    order: (a, b) => Number((failsOf(b) ?? 0) > 0) - Number((failsOf(a) ?? 0) > 0),
    label: 'registrations.words',
    count: 'count.registrations',
    empty: 'registrations.empty',
    noneFound: 'registrations.noneFound',
    table: (items) => registrationTable(visit, items, stateOf),
  });
  return {
    title: t('registrations.title'),
    content: html`<h1>${t('registrations.title')}</h1>
      ${card('list', t('registrations.list'), list)}`,
  };
}

function registrationTable(
  visit: Visit,
  registrations: readonly Registration[],
  stateOf: (id: string) => ProviderState | undefined,
): Html {
  const { words } = visit;
  const { t } = words;
  const columns = COLUMNS.map((key) => ({ name: t(key), isLong: key === 'word.provider' }));
  const rows = registrations.map((one) => [
    html`<a href="${visit.link('registration', { id: one.id })}">${one.description || one.id}</a>`,
    one.provider.url,
    providerPill(stateOf(one.id), words),
    entitiesText(one.entities, words),
    one.attrs.length === 0 ? t('registrations.whole') : one.attrs.join(', '),
    html`<code>${one.provider.forwardingMode}</code>`,
  ]);
  return table(t('registrations.title'), columns, rows);
}

/** How the last exchange ended, and when. */
export function providerPill(state: ProviderState | undefined, words: PageWords): Html {
  const { t } = words;
  if (state === undefined) return pill(t('provider.unasked'), 'idle');
  const { failsInARow, lastFailureReason, lastFailureMs, lastSuccessMs } = state;
  if (failsInARow === 0)
    return html`${pill(t('provider.ok'), 'ok')} ${words.ago(lastSuccessMs && lastSuccessMs / 1000)}`;
  const count = words.number(failsInARow);
  const text = failsInARow > 1 ? t('provider.failingTimes', { count }) : t('provider.failing');
  return html`${pill(text, 'bad')} ${words.ago(lastFailureMs && lastFailureMs / 1000)}
    <div class="note">${lastFailureReason}</div>`;
}

export const entitiesText = (entities: readonly ProvidedEntity[], words: PageWords): string =>
  entities
    .map(({ id, isPattern, type }) => whichEntities({ id: isPattern ? undefined : id, type }, words))
    .join('; ');
