import fc from 'fast-check';
import { callbackProblem, websiteProblem } from './web-address';

describe('a website', () => {
  it.each([
    ['', undefined],
    ['https://example.org/path?x=1#part', undefined],
    ['ftp://example.org', 'problem.urlScheme'],
    ['javascript:alert(1)', 'problem.urlScheme'],
    ['example.org', 'problem.url'],
    ['https://exa mple.org', 'problem.url'],
    [`https://example.org/${'x'.repeat(2000)}`, 'problem.long'],
  ])('%s: %s', (text, problem) => {
    expect(websiteProblem(text)).toBe(problem);
  });
});

describe('a callback', () => {
  it.each([
    ['', 'problem.required'],
    ['https://example.org/back?x=1', undefined],
    ['com.example.app:/back', undefined],
    ['https://example.org/back#', 'problem.fragment'],
    ['https://one.org,https://two.org', 'problem.url'],
    ['JAVASCRIPT:alert(1)', 'problem.urlScheme'],
    ['data:text/html;base64', 'problem.urlScheme'],
  ])('%s: %s', (text, problem) => {
    expect(callbackProblem(text)).toBe(problem);
  });

  it('is never a scheme that a browser runs, whatever stands around it', () => {
    const scheme = fc.constantFrom('javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:');
    const blanks = fc.stringMatching(/^[\t\n\r \u0000]{0,3}$/);
    fc.assert(
      fc.property(blanks, scheme, blanks, fc.string(), (before, name, between, rest) => {
        expect(callbackProblem(`${before}${name}${between}${rest}`)).toBeDefined();
      }),
    );
  });
});
