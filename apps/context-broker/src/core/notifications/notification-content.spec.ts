import { type Entity } from '@smart-city/context';
import { type SubscriptionNotification } from '@smart-city/ngsiv2';
import { contentOf } from './subject-contents';

const attribute = { type: 'Number', value: 1, metadata: new Map(), creDate: 0, modDate: 0 };
const entity: Entity = {
  id: 'E',
  type: 'T',
  servicePath: '/',
  attrs: new Map([['A', attribute]]),
  creDate: 0,
  modDate: 0,
};
const shown = (change: Partial<SubscriptionNotification>) => {
  const content = contentOf(
    '',
    entity,
    {
      form: 'ngsiv2',
      channel: {
        kind: 'http',
        url: 'http://h/',
        timeoutMs: 0,
        headers: new Map(),
        qs: new Map(),
        body: { kind: 'default' },
      },
      attrs: [],
      isExceptAttrs: false,
      metadata: [],
      attrsFormat: 'normalized',
      onlyChangedAttrs: false,
      covered: false,
      ...change,
    },
    ['A'],
  );
  if (content === undefined) return undefined;
  const names = content.attrs.length > 0 ? content.attrs : content.order;
  return names.filter((name) => content.entity.attrs.has(name));
};

describe('attributes that a notification shows', () => {
  it('are none, with id and type all the same, when the entity lacks those listed', () => {
    expect(shown({ attrs: ['nope'] })).toEqual([]);
    expect(shown({ attrs: ['dateExpires'] })).toEqual([]);
    expect(shown({ attrs: ['A'], isExceptAttrs: true })).toEqual([]);
  });
  it('are listed ones as null with covered', () => {
    expect(shown({ attrs: ['nope'], covered: true })).toEqual(['nope']);
  });
  it('are no reason to send when onlyChangedAttrs leaves none', () => {
    expect(shown({ attrs: ['nope'], onlyChangedAttrs: true })).toBeUndefined();
    expect(shown({ attrs: ['A'], onlyChangedAttrs: true })).toEqual(['A']);
  });
});
