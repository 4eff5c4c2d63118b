import fc from 'fast-check';
import { Address, Fixed, Flag, Line, LongText, LooseFlag } from './members';
import { readShape } from './read-shape';
import { FORM, rule } from './rule';

class Sample {
  @Fixed('id or kind') id?: unknown;
  @Line({ max: 4, needed: 'always' }) name!: string;
  @Line({ needed: 'ifSent' }) title?: string;
  @LongText() about?: string | null;
  @Address() url?: string | null;
  @Flag() open?: boolean;
  @LooseFlag() wide?: boolean;
  @rule('long', (value) => value !== 'plain', { inForms: true }) fancy?: string;
}

const read = (sent: object, by: 'program' | typeof FORM = 'program') => {
  const { input, faults } = readShape(Sample, sent, by);
  return { input: { ...input }, faults: faults.map(({ field, rule: broken }) => `${field} ${broken}`) };
};

const good = { name: 'ana' };

describe('The members of a DTO', () => {
  it('are taken only when they are its own and the sender’s own', () => {
    const sent = Object.assign(Object.create({ title: 'inherited' }), { ...good, unknown: 1 });
    expect(read(sent)).toEqual({ input: good, faults: [] });
    expect(read(JSON.parse('{"__proto__":{"name":"x"},"constructor":1}'))).toEqual({
      input: {},
      faults: ['name required'],
    });
  });

  it.each<[object, string[]]>([
    [{ name: 'anna' }, []],
    [{}, ['name required']],
    [{ name: null }, ['name required']],
    [{ name: '' }, ['name required']],
    [{ name: 1 }, ['name string']],
    [{ name: 'annas' }, ['name long']],
    [{ name: 'a\nb' }, ['name characters']],
    [{ ...good, title: '' }, ['title required']],
    [{ ...good, title: null }, ['title required']],
    [{ ...good, about: 'one\ntwo' }, []],
    [{ ...good, about: null }, []],
    [{ ...good, about: 'x\0' }, ['about characters']],
    [{ ...good, about: 'x'.repeat(10_001) }, ['about long']],
    [{ ...good, url: 'anything' }, []],
    [{ ...good, url: 'javascript:alert(1)' }, ['url urlScheme']],
    [{ ...good, url: `https://city.example/${'x'.repeat(2000)}` }, ['url long']],
    [{ ...good, open: false }, []],
    [{ ...good, open: 0 }, ['open boolean']],
    [{ ...good, wide: '' }, []],
    [{ ...good, wide: 0 }, []],
    [{ ...good, wide: 'yes' }, ['wide boolean']],
    [{ ...good, id: '' }, []],
    [{ ...good, id: 'x' }, ['id fixed']],
  ])('are asked: %j breaks %j', (sent, faults) => {
    expect(read(sent).faults).toEqual(faults);
  });

  it('are asked in the order in which they stand in the class', () => {
    expect(read({ url: 1, title: '', id: 1 }).faults).toEqual([
      'id fixed',
      'name required',
      'title required',
      'url string',
    ]);
  });

  it('are held to more when a form fills them', () => {
    expect(read({ ...good, fancy: 'plain' }).faults).toEqual([]);
    expect(read({ name: '', fancy: 'plain' }, FORM).faults).toEqual(['name required', 'fancy long']);
  });

  it('say what their texts need', () => {
    const { faults } = readShape(Sample, { id: 1, name: 'annas', title: '' }, 'program');
    expect(faults.map(({ facts }) => facts)).toEqual([
      { members: 'id or kind' },
      { max: 4 },
      { isPatch: true },
    ]);
  });

  it('break rules, and nothing else happens, whatever JSON comes', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('id', 'name', 'title', 'about', 'url', 'open'), fc.jsonValue()),
        (sent) => {
          for (const fault of readShape(Sample, sent, 'program').faults)
            expect(fault.message).toMatch(/^\w+: \w+$/);
        },
      ),
    );
  });
});
