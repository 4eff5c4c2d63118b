import { readNamedArguments } from './named-arguments';
import { OptionError } from './option-error';

const known = { values: ['--to', '--db'], flags: ['--force'] };

describe('readNamedArguments', () => {
  it('takes values after a blank or an equals sign, and flags', () => {
    const read = readNamedArguments(['--to', 'a=b', '--db=x', '--force'], known);
    expect(read).toEqual({
      values: new Map([
        ['--to', 'a=b'],
        ['--db', 'x'],
      ]),
      flags: new Set(['--force']),
    });
  });
  it.each([
    [['--to'], '--to needs a value'],
    [['--to='], '--to needs a value'],
    [['--what'], "unknown argument '--what'"],
    [['--force=yes'], "unknown argument '--force=yes'"],
    [['--too', 'x'], "unknown argument '--too': --to was meant?"],
    [['x'], "unknown argument 'x'"],
    [['--db', 'x'], '--to is missing'],
  ])('says what is wrong with %j', (args, fault) => {
    expect(() => readNamedArguments(args, { ...known, needed: ['--to'] })).toThrow(new OptionError([fault]));
  });
});
