import type { OutgoingHttp } from './channels/http/http-notification';
import type { OutgoingMqtt } from './channels/mqtt/mqtt-channel';
import { LONGEST_TEXT, MASK, shownRequest } from './shown-request';

const written = {
  id: '',
  tenant: 't',
  service: 't',
  subscriptionId: 's',
  servicePath: '/',
  correlator: 'c',
  body: '{}',
  attrsFormat: 'normalized',
  acceptedAtMs: 0,
};
const http = (change: Partial<OutgoingHttp> = {}): OutgoingHttp => ({
  ...written,
  kind: 'http',
  method: 'POST',
  protocol: 'http:',
  host: 'r',
  port: 1,
  path: '/x',
  headers: [],
  timeoutMs: 0,
  ...change,
});

describe('how a notification was addressed', () => {
  it('is shown with its headers in their order, credentials masked', () => {
    const headers = [
      ['Host', 'r:1'],
      ['X-Auth-Token', 'secret'],
      ['authorization', 'Basic c2VjcmV0'],
      ['Set-Cookie', 'a=secret'],
      ['X-API-Key', 'secret'],
      ['X-Password', 'secret'],
      ['Accept', 'application/json'],
    ] as const;
    const shown = shownRequest(http({ headers }), 'http://r:1');
    expect(shown).toEqual({
      method: 'POST',
      url: 'http://r:1/x',
      headers: [
        ['Host', 'r:1'],
        ['X-Auth-Token', MASK],
        ['authorization', MASK],
        ['Set-Cookie', MASK],
        ['X-API-Key', MASK],
        ['X-Password', MASK],
        ['Accept', 'application/json'],
      ],
    });
  });

  it('shows no secret of the query string', () => {
    const { url } = shownRequest(http({ path: '/x?a=1&access_token=secret&b&apikey=secret' }), 'http://r:1');
    expect(url).toBe(`http://r:1/x?a=1&access_token=${MASK}&b&apikey=${MASK}`);
  });

  it('has what the protocol has, without user and password', () => {
    const mqtt: OutgoingMqtt = {
      ...written,
      kind: 'mqtt',
      host: 'r',
      port: 1883,
      topic: 'a/b',
      qos: 1,
      retain: false,
      credentials: { user: 'u', passwd: 'secret' },
    };
    expect(shownRequest(mqtt, 'mqtt://r:1883')).toEqual({
      url: 'mqtt://r:1883',
      topic: 'a/b',
      qos: 1,
      retain: false,
    });
  });

  it('is bounded, whatever the macros of a subscription made', () => {
    const headers = Array.from({ length: 500 }, (_x, at) => [`X-${at}`, 'v'.repeat(100_000)] as const);
    const shown = shownRequest(http({ path: `/${'p'.repeat(100_000)}`, headers }), 'http://r:1');
    expect(shown.url).toHaveLength(LONGEST_TEXT);
    expect(JSON.stringify(shown).length).toBeLessThan(15_000);
  });
});
