import { Injectable } from '@nestjs/common';
import type { ProvidedEntity, Registration } from '@smart-city/ngsi';
import { agoIfEver } from '../../html/ages';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import { pageOfList, pager } from '../../html/pager';
import { pill } from '../../html/pill';
import { table } from '../../html/table';
import { numbered, grouped } from '../../html/wording';
import { ProviderHealth, type ProviderState } from '../../registrations/forwarding/provider-health';
import { RegistrationCache } from '../../registrations/registration-cache';
import { ConsoleAccess } from '../console-access';
import type { ConsolePage, PageContent } from '../page';
import type { Visit } from '../visit';

const PAGE_SIZE = 25;

/** What is registered elsewhere, and how those who provide it fare; who fails comes first. */
@Injectable()
export class RegistrationsPage implements ConsolePage {
  readonly name = 'registrations';
  readonly entry = 'Registrations';

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
  const here = all.filter(
    ({ servicePath }) => visit.servicePath === '/#' || servicePath === visit.servicePath,
  );
  const fails = ({ id }: Registration) => stateOf(id)?.failsInARow ?? 0;
  const sorted = [...here].sort((a, b) => Number(fails(b) > 0) - Number(fails(a) > 0));
  const { items, ...paging } = pageOfList(sorted, visit.page, PAGE_SIZE);
  const columns = ['Registration', 'Provider', 'Health', 'Entities', 'Attributes', 'Forwards'].map(
    (name) => ({ name }),
  );
  const rows = items.map((one) => [
    html`<a href="${visit.link('registration', { id: one.id })}">${one.description || one.id}</a>`,
    one.provider.url,
    providerPill(stateOf(one.id), visit.nowSeconds),
    entitiesText(one.entities),
    one.attrs.length === 0 ? 'whole entities' : one.attrs.join(', '),
    one.provider.forwardingMode,
  ]);
  const content =
    items.length === 0
      ? html`<p>There are no registrations.</p>`
      : html`<p class="note">${numbered(here.length, 'registration')}</p>
          ${table('Registrations', columns, rows)}${pager({ ...paging, link: (page) => visit.link('registrations', { page }) })}`;
  return {
    title: 'Registrations',
    content: html`<h1>Registrations</h1>
      ${card('list', 'Registrations and their providers', content)}`,
  };
}

/** How the last exchange ended, and when. */
export function providerPill(state: ProviderState | undefined, nowSeconds: number): Html {
  if (state === undefined) return pill('not asked yet', 'idle');
  const { failsInARow, lastFailureReason, lastFailureMs, lastSuccessMs } = state;
  if (failsInARow === 0)
    return html`${pill('ok', 'ok')} ${agoIfEver(lastSuccessMs && lastSuccessMs / 1000, nowSeconds)}`;
  const times = failsInARow > 1 ? ` × ${grouped(failsInARow)}` : '';
  return html`${pill(`failing${times}`, 'bad')}
    ${agoIfEver(lastFailureMs && lastFailureMs / 1000, nowSeconds)}
    <div class="note">${lastFailureReason}</div>`;
}

export const entitiesText = (entities: readonly ProvidedEntity[]): string =>
  entities
    .map(({ id, isPattern, type }) => `${isPattern ? 'any' : id}${type ? ` of type ${type}` : ''}`)
    .join('; ');
