import fc from 'fast-check';
import { callbackFault, websiteFault } from './web-address';

describe('a website', () => {
  it.each([
    ['', undefined],
    ['https://example.org/path?x=1#part', undefined],
    ['ftp://example.org', 'urlScheme'],
    ['javascript:alert(1)', 'urlScheme'],
    ['example.org', 'url'],
    ['https://exa mple.org', 'url'],
    [`https://example.org/${'x'.repeat(2000)}`, 'long'],
  ])('%s: %s', (text, problem) => {
    expect(websiteFault(text)).toBe(problem);
  });
});

describe('a callback', () => {
  it.each([
    ['', undefined],
    ['https://example.org/back?x=1', undefined],
    ['com.example.app:/back', undefined],
    ['https://example.org/back#', 'fragment'],
    ['https://one.org,https://two.org', 'url'],
    ['JAVASCRIPT:alert(1)', 'urlScheme'],
    ['data:text/html;base64', 'urlScheme'],
  ])('%s: %s', (text, problem) => {
    expect(callbackFault(text)).toBe(problem);
  });

  it('is never a scheme that a browser runs, whatever stands around it', () => {
    const scheme = fc.constantFrom('javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:');
    const blanks = fc.stringMatching(/^[\t\n\r \u0000]{0,3}$/);
    fc.assert(
      fc.property(blanks, scheme, blanks, fc.string(), (before, name, between, rest) => {
        expect(callbackFault(`${before}${name}${between}${rest}`)).toBeDefined();
      }),
    );
  });
});
