import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { eventually, RawConnection } from '@smart-city/testing';
import { sharedBroker, startBroker } from '../support/each-store';
import { EventReader } from '../support/event-reader';
import { answer, Receiver } from '../support/receiver';

const ready = (url: string) =>
  fetch(`${url}/health/ready`).then(async (response) => ({
    status: response.status,
    connection: response.headers.get('Connection'),
    body: await response.json(),
  }));

/** Resolves when nobody is let in any more. */
const refuses = (url: string) =>
  eventually(() =>
    fetch(`${url}/version`).then(
      () => false,
      () => true,
    ),
  );

describe('health', () => {
  it('says live and ready', async () => {
    const broker = await sharedBroker();
    expect((await broker.client().get('/health/live')).body).toBe('{"status":"ok"}');
    expect((await broker.client().get('/health/ready')).body).toBe('{"status":"ok"}');
    expect((await broker.client().post('/health/ready', {})).status).toBe(405);
  });
});

describe('a stopping broker', () => {
  it('is not ready first, serves on, and tells kept connections to close', async () => {
    const broker = await startBroker(undefined, ['-stopDelay', '3000']);
    const agent = new Agent({ keepAlive: true });
    const get = async () => {
      const outgoing = request(`${broker.url}/version`, { agent });
      outgoing.end();
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      await response.toArray();
      return {
        status: response.statusCode,
        connection: response.headers.connection,
        isReused: outgoing.reusedSocket,
      };
    };
    expect(await get()).toMatchObject({ status: 200, connection: undefined, isReused: false });
    const stream = await EventReader.open(`${broker.url}/v2/entities`);
    const stopped = broker.service.stop();
    let health = await ready(broker.url);
    while (health.status === 200) health = await ready(broker.url);
    expect(health).toEqual({
      status: 503,
      connection: 'close',
      body: { error: 'ServiceUnavailable', description: 'the broker is stopping' },
    });
    expect(await get()).toMatchObject({ status: 200, connection: 'close', isReused: true });
    expect(await stream.next()).toBeUndefined();
    expect(await stopped).toBe(0);
    agent.destroy();
    await broker.stop();
  });
  it('finishes a request whose body is still on its way', async () => {
    const broker = await startBroker();
    const body = '{"id":"Late","type":"T"}';
    const connection = RawConnection.open(broker.url).send(
      `POST /v2/entities HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    await eventually(() => connection.received.includes('100 Continue'));
    const stopped = broker.service.stop();
    await refuses(broker.url);
    const text = (await connection.send(body.slice(5)).untilClosed())
      .split('\r\n\r\n')
      .slice(1)
      .join('\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
    expect(text).toContain('Connection: close');
    expect(await stopped).toBe(0);
    await broker.stop();
  });
  it('sends the notifications that wait, those of the last requests too', async () => {
    const receiver = await Receiver.start((_request, socket) => {
      setTimeout(() => socket.write(answer('200 OK')), 20);
      return undefined;
    });
    const broker = await startBroker();
    const client = broker.client();
    await client.post('/v2/subscriptions', {
      subject: { entities: [{ idPattern: '.*' }] },
      notification: { http: { url: receiver.url } },
    });
    for (let n = 0; n < 40; n++) await client.post('/v2/entities', { id: `E${n}`, n: { value: n } });
    expect(await broker.service.stop()).toBe(0);
    expect(receiver.requests).toHaveLength(40);
    await receiver.close();
    await broker.stop();
  });
  it('gives up notifications after the limit, and says how many', async () => {
    const receiver = await Receiver.start(() => undefined);
    const broker = await startBroker(undefined, ['-stopDrain', '200', '-logLevel', 'WARN']);
    const client = broker.client();
    await client.post('/v2/subscriptions', {
      subject: { entities: [{ idPattern: '.*' }] },
      notification: { http: { url: receiver.url } },
    });
    for (let n = 0; n < 5; n++) await client.post('/v2/entities', { id: `E${n}`, n: { value: n } });
    // Four more wait behind the first, since they are about the same entity.
    for (let n = 1; n < 5; n++) await client.patch('/v2/entities/E0/attrs', { n: { value: -n } });
    await receiver.waitFor(5);
    expect(await broker.service.stop()).toBe(0);
    expect(broker.service.output()).toContain(
      '9 notifications were not delivered when the broker stopped: they are lost',
    );
    await receiver.close();
    await broker.stop();
  });
});
