import { CallbackList, joined, TextList, textsOf, TextsOrOne } from './lists';
import { readShape } from './read-shape';
import { FORM } from './rule';

class Sample {
  @TextList({ max: 10 }) words?: unknown;
  @TextsOrOne({ max: 4, most: 3 }) ids?: unknown;
}
class Wanted {
  @CallbackList({ max: 60, needed: 'always' }) back?: unknown;
}
class Changed {
  @CallbackList({ max: 60, needed: 'ifSent' }) back?: unknown;
}

const read = (shape: new () => object, sent: object, by: 'program' | typeof FORM = 'program') =>
  readShape(shape, sent, by).faults.map(({ field, rule }) => `${field} ${rule}`);

describe('A list as it is stored', () => {
  it.each<[unknown, string | null | undefined]>([
    [['a', 'b'], 'a,b'],
    [[], null],
    [[''], null],
    ['a,b', 'a,b'],
    ['', ''],
    [null, null],
    [undefined, undefined],
    [7, undefined],
    [{}, undefined],
  ])('%j is %j', (sent, stored) => {
    expect(joined(sent)).toBe(stored);
  });
});

describe('A list of texts', () => {
  it.each<[unknown, string[]]>([
    [['a', 'b'], []],
    ['a,b', []],
    ['', []],
    [null, []],
    [undefined, []],
    [['a', 7], ['words string']],
    [[['a']], ['words string']],
    [7, ['words string']],
    [{ 0: 'a' }, ['words string']],
    ['x'.repeat(10), []],
    ['x'.repeat(11), ['words long']],
    [['xxxxx', 'xxxxx'], ['words long']],
    [['a\nb'], ['words characters']],
    ['a\u007f', ['words characters']],
  ])('%j breaks %j', (words, faults) => {
    expect(read(Sample, { words })).toEqual(faults);
  });

  it.each<[unknown, string[], readonly string[]]>([
    ['a', [], ['a']],
    [['a', 'b'], [], ['a', 'b']],
    [['a', '', null], [], ['a']],
    [[], [], []],
    [null, [], []],
    [['a', 'b', 'c', 'd'], ['ids tooMany'], ['a', 'b', 'c', 'd']],
    [['abcde'], ['ids long'], ['abcde']],
    [['a', 7], ['ids string'], ['a']],
    [{}, ['ids string'], []],
    [['a\0'], ['ids characters'], ['a\0']],
  ])('or one alone: %j breaks %j and holds %j', (ids, faults, texts) => {
    expect(read(Sample, { ids })).toEqual(faults);
    expect(textsOf(ids)).toEqual(texts);
  });
});

describe('The addresses that an authorization ends at', () => {
  const good = 'https://a.example/back';
  it.each<[unknown, string[], string[]]>([
    [good, [], []],
    [[good, 'com.example.app:/back'], [], []],
    [`${good},https://b.example/`, [], ['back url']],
    ['', ['back missing'], ['back required']],
    [[], ['back missing'], ['back required']],
    [null, ['back missing'], ['back required']],
    [undefined, ['back missing'], ['back required']],
    [7, ['back string'], ['back string']],
    ['anything at all', [], ['back url']],
    [`${good}#part`, [], ['back fragment']],
    ['javascript:alert(1)', ['back urlScheme'], ['back urlScheme']],
    [[good, 'java\tscript:alert(1)'], ['back characters'], ['back characters']],
    [`${good},data:text/html`, ['back urlScheme'], ['back urlScheme']],
    [`https://a.example/${'x'.repeat(60)}`, ['back long'], ['back long']],
  ])('%j: a program breaks %j, a form %j', (back, byProgram, byForm) => {
    expect(read(Wanted, { back })).toEqual(byProgram);
    expect(read(Wanted, { back }, FORM)).toEqual(byForm);
  });

  it('may be left out of a change, not emptied', () => {
    expect(read(Changed, {})).toEqual([]);
    for (const back of ['', null, []]) expect(read(Changed, { back })).toEqual(['back required']);
    expect(readShape(Changed, { back: '' }, 'program').faults[0]?.facts).toEqual({ isPatch: true });
  });
});
