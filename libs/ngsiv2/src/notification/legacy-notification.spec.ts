import type { Attribute, Entity, Metadata, NotificationFacts } from '@smart-city/context';
import { renderLegacyNotification } from './legacy-notification';

const text = (value: string): Metadata => ({ type: 'Text', value });
const stored: Attribute = {
  type: 'Number',
  value: 2,
  metadata: new Map([
    ['b', text('y')],
    ['a', text('x<')],
  ]),
  creDate: 1,
  modDate: 1,
};
const entity: Entity = {
  id: 'E',
  type: 'T',
  servicePath: '/',
  creDate: 1,
  modDate: 1,
  attrs: new Map([['t', stored]]),
};
const facts: NotificationFacts = {
  actionType: () => 'update',
  previousValue: () => ({ type: 'Vector', value: [1] }),
};

interface LegacyBody {
  readonly contextResponses: readonly [
    { readonly contextElement: { readonly attributes: readonly [{ readonly metadatas?: unknown }] } },
  ];
}

function metadataOf(metadata: readonly string[]): unknown {
  const body = renderLegacyNotification('s', [{ entity, attrs: [], order: ['t'], metadata, facts }]);
  return (JSON.parse(body) as LegacyBody).contextResponses[0].contextElement.attributes[0].metadatas;
}

const A = { name: 'a', type: 'Text', value: 'x&lt;' };
const B = { name: 'b', type: 'Text', value: 'y' };
const ACTION = { name: 'actionType', type: 'Text', value: 'update' };
const PREVIOUS = { name: 'previousValue', type: 'Vector', value: [1] };

describe('docs/behaviour/ngsiv1.md: metadata of legacy notifications', () => {
  it.each([
    ['all that are stored, by name', [], [A, B]],
    ['those of the list', ['b'], [B]],
    ['builtins of the list, compound values too', ['previousValue', 'actionType'], [PREVIOUS, ACTION]],
    ['builtins beside all others', ['actionType', '*'], [A, B, ACTION]],
    ['no member when none is left', ['nope'], undefined],
  ])('%s', (_, list, shown) => {
    expect(metadataOf(list)).toEqual(shown);
  });
});
