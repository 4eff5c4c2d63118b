import { Form } from './form';

describe('A posted form', () => {
  it.each<[unknown, string, string]>([
    [{ name: ' ana ' }, 'ana', ' ana '],
    [{ name: '' }, '', ''],
    [{}, '', ''],
    [{ name: ['ana', 'eve'] }, '', ''],
    [{ name: 7 }, '', ''],
    [{ name: { length: 1 } }, '', ''],
    [null, '', ''],
    [undefined, '', ''],
    ['name=ana', '', ''],
    [JSON.parse('{"__proto__": {"name": "ana"}}'), '', ''],
    [Object.create({ name: 'ana' }), '', ''],
  ])('of %j has the text %j, as typed %j', (body, text, raw) => {
    const form = new Form(body);
    expect([form.text('name'), form.raw('name')]).toEqual([text, raw]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'length'])('has no field that nobody sent: %s', (name) => {
    for (const body of [{}, undefined, 'text']) {
      const form = new Form(body);
      expect([form.has(name) && body !== 'text', form.raw(name), form.list(name)]).toEqual([false, '', []]);
    }
  });

  it('has a field that was sent empty, or several times', () => {
    const form = new Form({ empty: '', twice: ['a', 'b'] });
    expect(['empty', 'twice', 'other'].map((name) => form.has(name))).toEqual([true, true, false]);
  });

  it.each<[unknown, readonly string[]]>([
    ['a', ['a']],
    [
      ['a', 'b', 'a'],
      ['a', 'b', 'a'],
    ],
    [['a', '', 7, null, ['b']], ['a']],
    ['', []],
    [undefined, []],
    [{ 0: 'a' }, []],
  ])('ticks %j as %j', (sent, values) => {
    expect(new Form({ ticked: sent }).list('ticked')).toEqual(values);
  });

  it('is sent again with all that was filled in, but for what is new on each page', () => {
    const form = new Form({ _csrf: 't', _once: 'k', name: ' ana ', role: ['a', 'b'], empty: '', odd: {} });
    expect(form.filled()).toEqual([
      ['name', ' ana '],
      ['role', 'a'],
      ['role', 'b'],
    ]);
  });
});
