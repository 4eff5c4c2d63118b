import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { probeReadiness } from './probe-readiness';

let server: Server;
let url: string;
let answer: RequestListener;
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void (server.closeAllConnections(), server.close()));

describe('probeReadiness', () => {
  it('is ready at 200 of /health/ready, whatever else the address names', async () => {
    answer = ({ url: path }, response) => void response.writeHead(path === '/health/ready' ? 200 : 404).end();
    expect(await probeReadiness(url)).toEqual({ isReady: true, text: `${url}/health/ready: 200 OK` });
    expect((await probeReadiness(`${url}/`)).isReady).toBe(true);
  });
  it.each([503, 301, 404])('is not ready at %s', async (status) => {
    answer = (_, response) => void response.writeHead(status).end('no');
    expect(await probeReadiness(url)).toMatchObject({
      isReady: false,
      text: expect.stringContaining(`: ${status} `) as string,
    });
  });
  it('is not ready when it does not answer in time', async () => {
    answer = () => undefined;
    expect(await probeReadiness(url, 100)).toMatchObject({
      isReady: false,
      text: expect.stringContaining('aborted') as string,
    });
  });
  it('is not ready when nobody listens, or the address is none', async () => {
    expect((await probeReadiness('http://127.0.0.1:1')).text).toContain('ECONNREFUSED');
    expect((await probeReadiness('sqlite:/data')).text).toContain('not an http or https address');
  });
});
