import { catalogueFaults } from './catalogue-faults';

describe('the faults of a catalogue of messages', () => {
  it('are none where every language says the same', () => {
    const texts = { 'a.one': 'one {name}', 'a.many': '{count} {name}' };
    expect(catalogueFaults({ en: texts, es: { ...texts } })).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['lacks a key', { a: 'x {n}' }, 'es lacks b'],
    ['has a key of its own', { a: 'x {n}', b: 'y', c: 'z' }, 'only es has c'],
    ['names another parameter', { a: 'x {m}', b: 'y' }, 'es a has other parameters'],
    ['says nothing', { a: 'x {n}', b: ' ' }, 'es b is empty'],
    ['has another order', { b: 'y', a: 'x {n}' }, 'es has another order'],
    ['counts many only', { a: 'x {n}', b: 'y', 'd.many': 'z' }, 'es d.many has no form for one'],
  ])('tell that one %s', (_, es, fault) => {
    expect(catalogueFaults({ en: { a: 'x {n}', b: 'y' }, es })).toContain(fault);
  });
});
