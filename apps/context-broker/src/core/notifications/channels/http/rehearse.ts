import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SendResult } from '../channel';
import { standardHeaders, type OutgoingHttp } from './http-notification';

const BODY = '{"subscriptionId":"","data":[]}';
const TIMES = 3;

/**
 * Sends a few notifications to a server of this process on the loopback interface, which is closed at once. Where that is
 * not allowed nothing is rehearsed.
 */
export async function rehearse(send: (outgoing: OutgoingHttp) => Promise<SendResult>): Promise<void> {
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('Connection', 'close').end();
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    server.unref();
    const { port } = server.address() as AddressInfo;
    for (let n = 0; n < TIMES; n++) await send(outgoingTo(port));
  } catch {
    // The first notification is a little slower, then.
  } finally {
    server.close();
  }
}

function outgoingTo(port: number): OutgoingHttp {
  const facts = { servicePath: '/', correlator: '', attrsFormat: 'normalized' };
  const host = '127.0.0.1';
  return {
    ...facts,
    kind: 'http',
    id: '',
    tenant: '',
    service: '',
    subscriptionId: '',
    body: BODY,
    acceptedAtMs: Date.now(),
    method: 'POST',
    protocol: 'http:',
    host,
    port,
    path: '/',
    headers: standardHeaders({
      ...facts,
      host: `${host}:${port}`,
      byteLength: BODY.length,
      service: '',
      authToken: undefined,
      contentType: 'application/json; charset=utf-8',
    }),
    timeoutMs: 1_000,
  };
}
