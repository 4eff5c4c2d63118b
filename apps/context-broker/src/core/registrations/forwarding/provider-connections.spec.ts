import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { ReceiverPolicy } from '@smart-city/receivers';
import { ProviderConnections } from './provider-connections';

const ANSWER = 'HTTP/1.1 200 OK\r\nFiware-Total-Count: 1\r\nContent-Length: 2\r\n\r\n[]';

const servers: Server[] = [];
const opened: ProviderConnections[] = [];
afterEach(() => {
  for (const connections of opened.splice(0)) connections.close();
  for (const server of servers.splice(0)) server.close();
});

/** A provider that answers the bytes of a request, which come with the number of their connection, as told. */
async function provider(answer: (socket: Socket, connection: number) => void) {
  const seen: string[] = [];
  let count = 0;
  const server = createServer((socket) => {
    const connection = ++count;
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      if (!text.endsWith('{}')) return;
      seen.push(`${connection} ${text}`);
      text = '';
      answer(socket, connection);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    seen,
    endpoint: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/op/query`),
  };
}

function connections({ timeoutMs = 30_000 } = {}) {
  const receivers = new ReceiverPolicy([], []);
  const made = new ProviderConnections({ timeoutMs, maxAnswerBytes: 1_000, insecure: false, receivers });
  opened.push(made);
  return made;
}

const HEADERS = { 'User-Agent': 'x', Host: 'h', 'Content-Length': '2' };

it('sends the fields it is given, in their order, and no Connection', async () => {
  const { seen, endpoint } = await provider((socket) => void socket.write(ANSWER));
  const answer = await connections().post({ endpoint, headers: HEADERS, body: '{}' });
  expect(answer).toMatchObject({ status: 200, text: '[]', headers: { 'fiware-total-count': '1' } });
  expect(seen.join('')).toBe(
    '1 POST /v2/op/query HTTP/1.1\r\nUser-Agent: x\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}',
  );
});

it('keeps a connection, and asks again over another where the provider had let go of it', async () => {
  let asked = 0;
  const { seen, endpoint } = await provider((socket, connection) => {
    asked += 1;
    // The third request comes over the connection of the first two.
    if (asked === 3 && connection === 1) socket.resetAndDestroy();
    else socket.write(ANSWER);
  });
  const kept = connections();
  for (let count = 0; count < 3; count += 1)
    expect(await kept.post({ endpoint, headers: HEADERS, body: '{}' })).toMatchObject({ text: '[]' });
  expect(seen.map((text) => text[0])).toEqual(['1', '1', '1', '2']);
});

it.each<[string, (socket: Socket) => void, object]>([
  ['closes at once', (socket) => void socket.end(), { code: 'ECONNRESET' }],
  [
    'ends in the middle',
    (socket) => void socket.end(ANSWER.slice(0, -1)),
    { message: 'Transferred a partial file' },
  ],
  [
    'answers too much',
    (socket) => void socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(5000)}`),
    { message: 'the answer is too large' },
  ],
  ['speaks something else', (socket) => void socket.write('220 ready\r\n'), { code: 'HPE_INVALID_CONSTANT' }],
])('fails where the provider %s', async (_what, answer, error) => {
  const { endpoint } = await provider(answer);
  await expect(connections().post({ endpoint, headers: HEADERS, body: '{}' })).rejects.toMatchObject(error);
});

it('gives up on a provider that does not answer', async () => {
  const { endpoint } = await provider(() => undefined);
  const waiting = connections({ timeoutMs: 50 }).post({ endpoint, headers: HEADERS, body: '{}' });
  await expect(waiting).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});
