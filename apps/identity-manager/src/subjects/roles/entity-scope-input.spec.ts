import { ENTITY_VERBS } from '@smart-city/authz';
import { Invalid } from '../../faults/faults';
import { readEntityScope } from './entity-scope-input';

const read = (sent: unknown) => {
  try {
    return readEntityScope(sent);
  } catch (error) {
    if (error instanceof Invalid) return [error.field, error.rule, error.facts['member']];
    throw error;
  }
};
const unreadable = (member: string) => ['entities', 'entities', member];
const json = (text: string): unknown => JSON.parse(text);
const verbs = ['read'];

describe('The entities of a permission', () => {
  it.each([
    [{ verbs }],
    [{ verbs: [...ENTITY_VERBS] }],
    [{ verbs, types: ['Room'], ids: ['urn:ngsi-ld:Room:1'], attrs: ['temperature'] }],
    [{ verbs, id_pattern: '^Room[0-9]+$' }],
    [{ verbs, service_paths: ['/', '/#', '/a/b', '/a/b/#', '/under_score'] }],
    [{ verbs, types: ['!$%*+,-.0:Z@~^_`a{|}', 'x'.repeat(256)] }],
    [{ verbs, ids: Array.from({ length: 100 }, (_each, at) => `R${at}`) }],
  ])('are taken as they are: %j', (sent) => {
    expect(read(sent)).toEqual(sent);
  });

  it('name each thing once, in the order in which it came', () => {
    const sent = { verbs: ['update', 'read', 'update'], types: ['B', 'A', 'B'] };
    expect(read(sent)).toEqual({ verbs: ['update', 'read'], types: ['B', 'A'] });
  });

  it.each([[null], [undefined], ['{}'], [1], [true], [[]], [[{ verbs }]]])('are no %j', (sent) => {
    expect(read(sent)).toEqual(['entities', 'object', undefined]);
  });

  describe.each(['verbs', 'types', 'ids', 'attrs', 'service_paths'])('say nothing in %s', (name) => {
    const good = name === 'service_paths' ? '/a' : name === 'verbs' ? 'read' : 'a';
    it.each([
      ['a text alone', good],
      ['an empty list', []],
      ['a list of anything but texts', [good, 1]],
      ['a list in a list', [[good]]],
      ['null', null],
      ['an object like a list', { 0: good, length: 1 }],
      ['an empty text', [good, '']],
      ['a NUL', [`${good}\0`]],
      ['a new line', [`${good}\n`]],
      ['a blank', [`${good} b`]],
      ['what is not ASCII', [`${good}\u00e9`]],
      ['what means something in addresses', [`${good}?`]],
      ['one that is too many', Array(101).fill(good)],
    ])('by %s', (_what, value) => {
      expect(read({ verbs, [name]: value })).toEqual(unreadable(name));
    });
  });

  it.each(['types', 'ids', 'attrs'])('have no %s that is longer than a broker takes', (name) => {
    expect(read({ verbs, [name]: ['x'.repeat(257)] })).toEqual(unreadable(name));
  });

  it.each([
    ['no slash at first', 'a'],
    ['nothing between two', '/a//b'],
    ['one at the end', '/a/'],
    ['a way up', '/a/../b'],
    ['a mark in the middle', '/a/#/b'],
    ['a mark without slash', '/a#'],
    ['eleven levels', '/a'.repeat(11)],
    ['a long level', `/${'a'.repeat(51)}`],
    ['a hyphen', '/a-b'],
  ])('have no service path with %s', (_what, path) => {
    expect(read({ verbs, service_paths: [path] })).toEqual(unreadable('service_paths'));
  });

  it.each([
    ['', unreadable('id_pattern')],
    [1, unreadable('id_pattern')],
    [null, unreadable('id_pattern')],
    ['x'.repeat(1_025), unreadable('id_pattern')],
    ['(', ['entities', 'pattern', 'id_pattern']],
    ['(?=a)', ['entities', 'pattern', 'id_pattern']],
    ['(a{999}){999}', ['entities', 'largePattern', 'id_pattern']],
  ])('have no pattern %j', (pattern, told) => {
    expect(read({ verbs, id_pattern: pattern })).toEqual(told);
  });

  it.each([
    ['verb', json('{"verbs":["read"],"verb":["read"]}')],
    ['__proto__', json('{"verbs":["read"],"__proto__":{"types":["Room"]}}')],
    ['constructor', json('{"verbs":["read"],"constructor":1}')],
    ['Types', json('{"verbs":["read"],"Types":["Room"]}')],
    ['type', json('{"type":"Room","verbs":["read"]}')],
  ])('have no member %s', (member, sent) => {
    expect(read(sent)).toEqual(unreadable(member));
  });

  it.each([[{}], [{ types: ['Room'] }], [Object.create({ verbs })], [{ verbs: undefined }]])(
    'need verbs of their own: %j',
    (sent) => {
      expect(read(sent)).toEqual(unreadable('verbs'));
    },
  );

  it.each(['Read', 'READ', 'drop', 'toString', '__proto__'])('know no verb %s', (verb) => {
    expect(read({ verbs: [verb] })).toEqual(unreadable('verbs'));
  });
});
