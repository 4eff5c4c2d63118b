import fc from 'fast-check';
import { parseKafkaUrl, parseTargetUrl, renderKafkaUrl } from './target-url';

const label = (length: number) => 'a'.repeat(length);

describe('parseTargetUrl (docs/behaviour/context-broker.md, "URLs")', () => {
  it.each([
    ['http://h', 'h', 80, '/'],
    ['https://h', 'h', 443, '/'],
    ['mqtt://h', 'h', 80, '/'],
    ['http://h:1028/x?a=b', 'h', 1028, '/x?a=b'],
    ['http://h/', 'h', 80, '/'],
    ['http://a-b.c9.de:80/x', 'a-b.c9.de', 80, '/x'],
    ['http://127.0.0.1:1/x', '127.0.0.1', 1, '/x'],
    ['http://h:80a/x', 'h', 80, '/x'],
    ['http://h:080', 'h', 80, '/'],
    ['http://::1:1028/x', '::1', 1028, '/x'],
    [`http://${label(63)}.b/`, `${label(63)}.b`, 80, '/'],
  ])('%s', (url, host, port, path) => {
    expect(parseTargetUrl(url)).toMatchObject({ host, port, path });
  });

  it.each([
    '',
    'h',
    'ftp://h',
    'http:/h',
    'http://',
    'http:///x',
    'http://h:/x',
    'http://h:0/x',
    'http://h:65536/x',
    'http://h:x80/x',
    'http://h?a',
    'http://my_host/x',
    'http://${host}/x',
    'http://u:p@h/x',
    'http://hé/x',
    'http://-h/x',
    'http://h-/x',
    'http://.h/x',
    'http://h./x',
    'http://a..b/x',
    'http://[::1]:1028/x',
    `http://${label(64)}/x`,
    `http://${`${label(49)}.`.repeat(5)}${label(4)}/x`,
  ])('refuses %s', (url) => {
    expect(parseTargetUrl(url)).toBeUndefined();
  });

  it('takes any text without failing', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseTargetUrl(`http://${text}`)));
  });
});

describe('parseKafkaUrl (docs/behaviour/context-broker.md, "URLs")', () => {
  it.each([
    ['kafka://h1:9092,h2:9093', 'kafka://h1:9092,h2:9093'],
    ['kafka://h1:9092, kafka://h2 ,', 'kafka://h1:9092,h2:80'],
    ['kafka://,h1:1', 'kafka://h1:1'],
  ])('%s is kept as %s', (url, kept) => {
    expect(renderKafkaUrl(parseKafkaUrl(url)!)).toBe(kept);
  });

  it.each(['kafka://', 'kafka://,', 'h1:9092', 'kafka://h1:9092,:1', 'kafka://h_1'])('refuses %s', (url) => {
    expect(parseKafkaUrl(url)).toBeUndefined();
  });
});
