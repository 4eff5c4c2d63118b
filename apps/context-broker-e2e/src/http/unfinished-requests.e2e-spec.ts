import { RawConnection } from '@smart-city/testing';
import { startBroker } from '../support/each-store';

const HEAD = 'POST /v2/entities HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n';
const REFUSED =
  'POST /v2/entities HTTP/1.1\r\nHost: h\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\n';

/** Connections that never say all they announced. */
describe('a request that does not arrive as a whole', () => {
  let broker: Awaited<ReturnType<typeof startBroker>>;
  beforeAll(async () => {
    broker = await startBroker(undefined, ['-reqMaxTime', '1', '-maxConnections', '50']);
  });
  afterAll(() => broker?.stop());
  const open = () => RawConnection.open(broker.url);

  it.each([
    ['without the end of its headers', HEAD],
    ['without its body', `${HEAD}Content-Length: 100\r\n\r\n`],
    ['with half of its body', `${HEAD}Content-Length: 100\r\n\r\n{"id":`],
    ['in chunks without an end', `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"id"\r\n`],
  ])('%s is answered 408 and its connection closed', async (_how, text) => {
    const answer = await open().send(text).untilClosed();
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answer).toContain('{"error":"RequestTimeout","description":"the request did not arrive in time"}');
  });

  it('nor for ever when it was refused before its body came', async () => {
    expect(await open().send(REFUSED).untilClosed()).toMatch(/^HTTP\/1\.1 415 /);
  });

  it('so that as many of them as there are connections hold up nobody for longer', async () => {
    const held = Array.from({ length: 50 }, () => open().send(`${HEAD}Content-Length: 9\r\n\r\n`));
    await Promise.all(held.map((connection) => connection.untilClosed()));
    expect((await broker.client().get('/version')).status).toBe(200);
  });
});

it('-reqTimeout, the time without a byte, closes a connection before that', async () => {
  const broker = await startBroker(undefined, ['-reqTimeout', '1']);
  try {
    await RawConnection.open(broker.url).send(`${HEAD}Content-Length: 9\r\n\r\n`).untilClosed();
  } finally {
    await broker.stop();
  }
});
