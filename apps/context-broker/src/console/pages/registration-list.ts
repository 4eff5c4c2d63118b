import type { ProvidedEntity, Registration } from '@smart-city/context';
import { html } from '../../html/html';
import type { ProviderState } from '../../core/registrations/forwarding/provider-health';
import { fileOf, isoTime, type FileColumns } from '../lists/list-file';
import type { ListFilter, MemoryList } from '../lists/memory-list';
import type { Visit } from '../visit';
import { entitiesText, providerPill } from './registration-wording';

/** How the provider of a registration fares; undefined before it was asked. */
export type StateOf = (id: string) => ProviderState | undefined;

type Sort = 'name' | 'provider' | 'health' | 'entities';

export function registrationList(
  visit: Visit,
  all: readonly Registration[],
  stateOf: StateOf,
): MemoryList<Registration, Sort> {
  const { words, servicePath } = visit;
  const failsOf = ({ id }: Registration) => stateOf(id)?.failsInARow;
  return {
    page: 'registrations',
    all: all.filter((one) => servicePath === '/#' || one.servicePath === servicePath),
    texts: (one) => [one.id, one.description ?? '', one.provider.url, entitiesText(one.entities, words)],
    orders: {
      name: nameOf,
      provider: ({ provider }) => provider.url,
      health: (one) => failsOf(one) ?? -1,
      entities: ({ entities }) => entitiesText(entities, words),
    },
    usual: '-health',
    filters: new Map<string, ListFilter<Registration>>([
      ['', { name: 'registrations.all', has: () => true }],
      ['trouble', { name: 'registrations.failing', has: (one) => (failsOf(one) ?? 0) > 0 }],
      ['well', { name: 'registrations.well', has: (one) => failsOf(one) === 0 }],
      ['unasked', { name: 'registrations.unasked', has: (one) => failsOf(one) === undefined }],
    ]),
    columns: columnsOf(visit, stateOf),
    label: 'registrations.title',
    search: 'registrations.words',
    count: 'count.registrations',
    empty: 'registrations.empty',
    noneFound: 'registrations.noneFound',
    file: (rows) => fileOf('registrations', fileColumns(stateOf), [rows]),
  };
}

const nameOf = ({ id, description }: Registration): string => description || id;

function columnsOf(visit: Visit, stateOf: StateOf): MemoryList<Registration, Sort>['columns'] {
  const { words } = visit;
  return [
    {
      name: 'registrations.name',
      sort: 'name',
      cell: (one) => html`<a href="${visit.link('registration', { id: one.id })}">${nameOf(one)}</a>`,
    },
    { name: 'word.provider', sort: 'provider', isLong: true, cell: ({ provider }) => provider.url },
    { name: 'registrations.health', sort: 'health', cell: ({ id }) => providerPill(stateOf(id), words) },
    {
      name: 'registrations.entities',
      sort: 'entities',
      cell: ({ entities }) => entitiesText(entities, words),
    },
    {
      name: 'word.attributes',
      cell: ({ attrs }) => (attrs.length === 0 ? words.t('registrations.whole') : attrs.join(', ')),
    },
    {
      name: 'registrations.forwards',
      cell: ({ provider }) => html`<code>${provider.forwardingMode}</code>`,
    },
  ];
}

const fileColumns = (stateOf: StateOf): FileColumns<Registration> => ({
  id: ({ id }) => id,
  description: ({ description }) => description,
  service_path: ({ servicePath }) => servicePath,
  provider: ({ provider }) => provider.url,
  entities: ({ entities }) => JSON.stringify(entities.map(asJson)),
  attributes: ({ attrs }) => attrs.join(' '),
  forwards: ({ provider }) => provider.forwardingMode,
  requests: ({ id }) => stateOf(id)?.requests,
  fails_in_a_row: ({ id }) => stateOf(id)?.failsInARow,
  last_success: ({ id }) => isoTime(secondsOf(stateOf(id)?.lastSuccessMs)),
  last_failure: ({ id }) => isoTime(secondsOf(stateOf(id)?.lastFailureMs)),
  last_failure_reason: ({ id }) => stateOf(id)?.lastFailureReason,
  expires: ({ expiresAtSeconds }) => isoTime(expiresAtSeconds),
});

/** As the interface has it. */
const asJson = ({ id, isPattern, type }: ProvidedEntity) => ({ [isPattern ? 'idPattern' : 'id']: id, type });

const secondsOf = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1000);
