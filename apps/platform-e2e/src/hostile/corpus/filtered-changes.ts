import { combine, type HostileGroup, type HostileRequest, type Outcome } from './hostile-request';
import { INJECTIONS, PROTOTYPE_NAMES } from './tricks';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const update = (search: string, body: unknown, outcome: Outcome): HostileRequest => ({
  method: 'POST',
  path: `/v2/op/update?${search}`,
  headers: JSON_TYPE,
  body,
  outcome,
});
const patch = (search: string, outcome: Outcome): HostileRequest => ({
  method: 'PATCH',
  path: `/v2/entities?${search}`,
  headers: JSON_TYPE,
  body: { a: { value: 1 } },
  outcome,
});
const remove = (search: string, outcome: Outcome): HostileRequest => ({
  method: 'DELETE',
  path: `/v2/entities?${search}`,
  outcome,
});

/** Filters that say nothing, or not how many; limits that are none. */
const UNBOUNDED = [
  '',
  'type=T',
  'limit=10',
  'limit=10&q=',
  'type=T&limit=',
  'type=T&limit=0',
  'type=T&limit=-1',
  'type=T&limit=1e9',
  'type=T&limit=99999999999999999999',
  'type=T&limit=100001',
  'type=T&limit=5;10',
  'type=T&limit=10&offset=1',
  'type=T&limit=10&options=dryrun',
  'id=x&idPattern=.*&limit=10',
  'idPattern=(&limit=10',
  'q=(((&limit=10',
].flatMap((search) => [patch(search, 'refused'), remove(search, 'refused')]);

const BODIES = [
  {},
  { filter: null },
  { filter: {} },
  { filter: { entities: [] } },
  { filter: { entities: [{}] } },
  { filter: { entities: [{ id: 'E', idPattern: '.*' }] } },
  { filter: { expression: {} } },
  { filter: { expression: { q: '' } } },
  { filter: { entities: [{ idPattern: '.*' }], limit: 5 } },
  { filter: { entities: [{ idPattern: '.*' }] }, attrs: [] },
  { filter: { entities: [{ idPattern: '.*' }] }, attrs: { id: 'other' } },
  { filter: { entities: [{ idPattern: '.*' }] }, entities: [{ id: 'E' }] },
].flatMap((body) => [
  update('limit=10', { actionType: 'update', ...body }, 'refused'),
  update('', { actionType: 'delete', ...body }, 'refused'),
]);

const NAMES = PROTOTYPE_NAMES.flatMap((name) => [
  update('limit=10', `{"actionType":"append","filter":{"${name}":[]},"attrs":{"a":{"value":1}}}`, 'refused'),
  update(
    'limit=10',
    `{"actionType":"append","filter":{"entities":[{"id":"none"}]},"attrs":{"${name}":{"value":1}}}`,
    'harmless',
  ),
]);

export const FILTERED_CHANGES: HostileGroup = {
  name: 'changes of what a filter selects',
  to: 'broker',
  requests: [
    ...UNBOUNDED,
    ...BODIES,
    ...NAMES,
    ...combine(INJECTIONS, ['type', 'id', 'q', 'mq', 'attrs'], (text, name) =>
      remove(`id=none&limit=1&${name}=${encodeURIComponent(text)}`, 'harmless'),
    ),
  ],
};
