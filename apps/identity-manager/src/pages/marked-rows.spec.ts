import { Form } from './form';
import { markedRows } from './marked-rows';

const marked = (sent: unknown) => markedRows(new Form({ marked: sent }));

describe('The rows that were marked', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['one', 'a', ['a']],
    ['several', ['a', 'b'], ['a', 'b']],
    ['none', undefined, []],
    ['empty ones, which stand for nothing', ['', 'a'], ['a']],
    ['keys that a database refuses', ['a\0', 'a'], ['a']],
    ['keys that are longer than any', ['x'.repeat(129), 'x'.repeat(128)], ['x'.repeat(128)]],
  ])('are %s', (_case, sent, keys) => {
    expect(marked(sent)).toEqual(keys);
  });

  it('are no more than a page has', () => {
    const sent = Array.from({ length: 150 }, (_, at) => String(at));
    expect(marked(sent)).toEqual(sent.slice(0, 100));
  });
});
