import { request } from 'node:http';
import { RawConnection } from '@smart-city/testing';
import { Broker, send } from '../support/broker';
import { LARGE_BODIES } from './corpus/large-bodies';

/** The heap that Node takes in a container of 512 Mi. */
const HEAP = '--max-old-space-size=256';
const AT_ONCE = 100;
/** Of shapes after the first two. */
const FEWER_AT_ONCE = 16;

/** Sends a body. @returns 0 where the connection broke before an answer */
const post = (url: string, path: string, tenant: string, body: string): Promise<number> =>
  new Promise((resolve) => {
    const headers = { 'Content-Type': 'application/json', 'Fiware-Service': tenant };
    const outgoing = request(`${url}${path}`, { method: 'POST', headers, agent: false }, (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode!)),
    );
    outgoing.on('error', () => resolve(0));
    outgoing.end(body);
  });

/** Everything is counted, nothing is measured. */
describe('a broker with the heap of the smallest container', () => {
  let broker: Broker;
  const good = ['Fiware-Service', 'good'];
  beforeAll(async () => {
    broker = await Broker.start(['-logLevel', 'ERROR', '-reqMaxTime', '5'], { NODE_OPTIONS: HEAP });
    await send(broker.url, 'POST', '/v2/entities', { headers: good, body: { id: 'E', type: 'T' } });
  });
  afterAll(() => broker?.dispose());

  const isGood = async () =>
    expect((await send(broker.url, 'GET', '/v2/entities/E', { headers: good })).status).toBe(200);

  it.each(
    LARGE_BODIES.requests.map(
      ({ path, body }, at) =>
        [at < 2 ? AT_ONCE : FEWER_AT_ONCE, path!, (body as string).slice(0, 50), body as string] as const,
    ),
  )(
    'stays alive when %i bodies come at once to %s: %s',
    async (count, path, _start, body) => {
      const hostile = Promise.all(
        Array.from({ length: count }, () => post(broker.url, path, 'hostile', body)),
      );
      // Another tenant is served meanwhile, large bodies included.
      const entities = Array.from({ length: 500 }, (_, at) => ({
        id: `G${at}`,
        type: 'T',
        a: { value: 'x'.repeat(20) },
      }));
      const update = await send(broker.url, 'POST', '/v2/op/update', {
        headers: good,
        body: { actionType: 'append', entities },
      });
      expect(update.status).toBe(204);
      await isGood();
      // An NGSIv1 fault is a 200; what is sent to a connection that was answered 503 may break.
      for (const status of new Set(await hostile))
        expect([0, 200, 201, 204, 400, 413, 422, 503]).toContain(status);
      await isGood();
    },
    120_000,
  );

  it('answers 503 with Retry-After where bodies are too many, and serves others', async () => {
    const body = `[${'{},'.repeat(330_000)}{}]`;
    const head = `POST /v2/entities HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nFiware-Service: slow\r\nContent-Length: ${body.length + 1}\r\n\r\n`;
    // Each lacks one byte.
    const slow = Array.from({ length: 40 }, () => RawConnection.open(broker.url).send(head + body));
    const refused = Promise.any(
      slow.map(async (connection) => {
        const text = await connection.untilClosed();
        if (!text.startsWith('HTTP/1.1 503 ')) throw new Error(text);
        return text;
      }),
    );
    const first = await refused;
    expect(first).toContain('\r\nRetry-After: 1\r\n');
    expect(first).toContain('"error":"ServiceUnavailable"');
    expect(await post(broker.url, '/v2/op/update', 'other', body)).toBe(400);
    await isGood();
    for (const connection of slow) connection.close();
  }, 60_000);
});
