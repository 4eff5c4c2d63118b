import type { EntityVerb } from '@smart-city/authz';
import {
  rewriteEntity,
  type Attribute,
  type Entity,
  type EntityDraft,
  type Rewriting,
} from '@smart-city/context';
import type { EntityGrant, EntityGrants } from '../../context/entity-grants';
import { withinRewriteGrants } from './granted-rewrites';

const attribute = (value: number): Attribute => ({
  type: 'Number',
  value,
  metadata: new Map(),
  creDate: 1,
  modDate: 1,
});
const [a, b] = [attribute(1), attribute(2)];
const entity: Entity = {
  id: 'urn:a:1',
  type: 'T',
  servicePath: '/',
  attrs: new Map([
    ['a', a],
    ['b', b],
  ]),
  creDate: 1,
  modDate: 1,
};
const draft = (attrs: Record<string, Attribute>, more: Partial<EntityDraft> = {}): EntityDraft => ({
  id: entity.id,
  type: 'T',
  servicePath: '/',
  attrs: new Map(Object.entries(attrs)),
  ...more,
});
const write = (after: EntityDraft, requested: readonly string[]): Rewriting<string> => ({
  kind: 'write',
  after,
  requested,
});
const grant = (verbs: readonly EntityVerb[], attrs?: readonly string[]): EntityGrant => ({
  verbs: new Set(verbs),
  area: { selector: { types: ['T'] }, servicePaths: [{ path: '/', subtree: true }] },
  attrs: attrs && new Set(attrs),
  covers: ({ type }) => type === 'T',
});

const run = (all: readonly EntityGrant[], before: Entity | undefined, made: Rewriting<string>): string => {
  const grants: EntityGrants = { key: '', all };
  const asked = withinRewriteGrants(grants, { id: entity.id, rewrite: () => made });
  const result = rewriteEntity('', before, asked, 2);
  return result.kind === 'failed' ? result.error.message : result.kind;
};

const ALL = grant(['create', 'update', 'delete']);

it.each<[string, readonly EntityGrant[], Entity | undefined, Rewriting<string>, string]>([
  ['everything', [ALL], entity, write(draft({ a }), ['a']), 'done'],
  ['a creation', [grant(['create'])], undefined, write(draft({ a }), ['a']), 'done'],
  ['no creation', [grant(['update'])], undefined, write(draft({ a }), ['a']), 'a permission to create'],
  [
    'no creation of another type',
    [ALL],
    undefined,
    write(draft({ a }, { type: 'U' }), ['a']),
    'a permission to',
  ],
  [
    'a named attribute',
    [grant(['update'], ['a'])],
    entity,
    write(draft({ a: attribute(9), b }), ['a']),
    'done',
  ],
  [
    'no other one',
    [grant(['update'], ['a'])],
    entity,
    write(draft({ a, b: attribute(9) }), ['b']),
    'attributes b',
  ],
  ['none that goes unnamed', [grant(['update'], ['a'])], entity, write(draft({ a }), ['a']), 'attributes b'],
  [
    'several attributes by several grants',
    [grant(['update'], ['a']), grant(['update'], ['b'])],
    entity,
    write(draft({}), ['a', 'b']),
    'done',
  ],
  [
    'no move to another type',
    [grant(['update'])],
    entity,
    write(draft({ a, b }, { type: 'U' }), []),
    'a permission to',
  ],
  ['a deletion', [grant(['delete'])], entity, { kind: 'delete' }, 'done'],
  ['no deletion', [grant(['update'])], entity, { kind: 'delete' }, 'a permission to delete'],
  [
    'no deletion by a permission on attributes',
    [grant(['delete'], ['a'])],
    entity,
    { kind: 'delete' },
    'all attributes',
  ],
  ['what is wrong is told to who may write', [ALL], entity, { kind: 'fault', fault: 'x' }, 'fault'],
  ['and to nobody else', [grant(['read'])], entity, { kind: 'fault', fault: 'x' }, 'a permission to update'],
  [
    'nor is it told what is not there',
    [grant(['read'])],
    undefined,
    { kind: 'fault', fault: 'x' },
    'a permission to',
  ],
])('grants of %s', (_, grants, before, made, expected) => {
  expect(run(grants, before, made)).toContain(expected);
});
