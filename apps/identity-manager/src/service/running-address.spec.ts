import { isRunningAddress } from './running-address';

describe('An address that a browser would run', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt://example.org/%0aalert(1)',
    ' javascript:alert(1)',
    '\u0001\u001f javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\r\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://example.org/1',
    'about:blank',
  ])('is %j', (text) => {
    expect(isRunningAddress(text)).toBe(true);
  });

  it.each([
    'https://example.org/javascript:alert(1)',
    'http://x',
    'myapp://back',
    'com.example.app:/back',
    '/back',
    'example.org?data:1',
    'javascript',
    'database://x',
    '',
  ])('is not %j', (text) => {
    expect(isRunningAddress(text)).toBe(false);
  });
});
