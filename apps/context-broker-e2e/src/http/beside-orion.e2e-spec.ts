import { RawConnection } from '@smart-city/testing';
import { describeEachStore } from '../support/each-store';

describeEachStore('requests that Orion answers otherwise', (broker) => {
  const statusOf = async (head: readonly string[], body = ''): Promise<string> => {
    const lines = ['POST /v2/entities HTTP/1.1', 'Host: h', 'Connection: close', ...head];
    const connection = RawConnection.open(broker().client().url).send(`${lines.join('\r\n')}\r\n\r\n${body}`);
    await connection.untilClosed();
    return connection.received.split('\r\n', 1)[0]!;
  };
  const json = 'Content-Type: application/json';

  it('are refused with two lengths', async () => {
    expect(await statusOf([json, 'Content-Length: 10', 'Content-Length: 11'], '{"id":"E"}')).toBe(
      'HTTP/1.1 400 Bad Request',
    );
    expect(
      await statusOf(
        [json, 'Content-Length: 3', 'Transfer-Encoding: chunked'],
        'a\r\n{"id":"E"}\r\n0\r\n\r\n',
      ),
    ).toBe('HTTP/1.1 400 Bad Request');
  });

  it('are answered 431 with headers beyond the bound', async () => {
    expect(await statusOf([json, `X-Long: ${'a'.repeat(100_000)}`])).toBe(
      'HTTP/1.1 431 Request Header Fields Too Large',
    );
  });

  it('do not end the broker when they are nested deeply or name an empty path', async () => {
    const deep = `{"id":"E","a":{"value":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`;
    expect(await statusOf([json, `Content-Length: ${deep.length}`], deep)).toBe('HTTP/1.1 400 Bad Request');
    const paths = await statusOf([json, 'Fiware-ServicePath: ,', 'Content-Length: 10'], '{"id":"E"}');
    expect(paths).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('keep an empty list as the body of a custom notification', async () => {
    const client = broker().client();
    const body = {
      subject: { entities: [{ id: 'E' }] },
      notification: { httpCustom: { url: 'http://h/', json: [] } },
    };
    const created = await client.post('/v2/subscriptions', body);
    const shown = await client.get(created.header('Location')!);
    expect(shown.body).toContain('"json":[]');
  });
});
