import { patternFault } from './pattern-fault';

describe('what the log says of a pattern that cannot be compiled (docs/behaviour/context-broker.md, "Log lines")', () => {
  it.each([
    ['[a', 'Unmatched [, [^, [:, [., or [='],
    ['a[^]', 'Unmatched [, [^, [:, [., or [='],
    ['[[:alpha:]', 'Unmatched [, [^, [:, [., or [='],
    ['(a', 'Unmatched ( or \\('],
    ['a)', 'Unmatched ) or \\)'],
    ['[z-a]', 'Invalid range end'],
    ['a\\', 'Trailing backslash'],
    ['a{3,1}', 'Invalid content of \\{\\}'],
    ['*a', 'Invalid preceding regular expression'],
    ['\\(*', 'Invalid preceding regular expression'],
  ])('%s: %s', (source, text) => {
    expect(patternFault(source)).toBe(text);
  });
});
