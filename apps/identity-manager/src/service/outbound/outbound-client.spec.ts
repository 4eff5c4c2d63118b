import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutboundClient } from './outbound-client';

let server: Server;
const listen = async (listener: RequestListener): Promise<number> => {
  server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
};
afterEach(() => server?.close());

const inDevelopment = (...allow: string[]) => new OutboundClient({ allow, allowsHttp: true });

describe('OutboundClient', () => {
  it('sends a form and gives back what was answered', async () => {
    const port = await listen((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        const { method, url, headers } = request;
        response
          .writeHead(201, { 'X-Said': 'yes' })
          .end(JSON.stringify([method, url, headers['content-type'], headers['content-length'], body]));
      });
    });
    const answer = await inDevelopment('127.0.0.1').send(`http://127.0.0.1:${port}/in?a=b`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'token=ñ',
    });
    expect(answer).toMatchObject({ status: 201, headers: { 'x-said': 'yes' } });
    expect(JSON.parse(answer.body)).toEqual([
      'POST',
      '/in?a=b',
      'application/x-www-form-urlencoded',
      '8',
      'token=ñ',
    ]);
  });

  it('follows no redirect', async () => {
    const asked: unknown[] = [];
    const port = await listen((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    const answer = await inDevelopment('localhost').send(`http://localhost:${port}/`, { method: 'GET' });
    expect([answer.status, asked]).toEqual([302, ['/']]);
  });

  it('reads 64 kB and not a byte more', async () => {
    const port = await listen((request, response) => response.end('x'.repeat(Number(request.url?.slice(1)))));
    const ask = (size: number) =>
      inDevelopment('127.0.0.1').send(`http://127.0.0.1:${port}/${size}`, { method: 'GET' });
    expect((await ask(65_536)).body).toHaveLength(65_536);
    await expect(ask(65_537)).rejects.toThrow('more than 65536 bytes');
  });

  it('says that a connection broke', async () => {
    const port = await listen((request) => request.socket.destroy());
    const broken = inDevelopment('127.0.0.1').send(`http://127.0.0.1:${port}/`, { method: 'GET' });
    await expect(broken).rejects.toThrow('socket hang up');
  });

  it.each([
    ['https://127.0.0.1/', 'not allowed'],
    ['https://localhost/', 'not allowed'],
    ['https://2130706433/', 'not allowed'],
    ['https://[::1]/', 'not allowed'],
    ['https://[::ffff:10.0.0.1]/', 'not allowed'],
    ['https://10.1.2.3/', 'not allowed'],
    ['https://192.168.0.1/', 'not allowed'],
    ['https://169.254.169.254/latest/meta-data', 'not allowed'],
    ['https://0.0.0.0/', 'not allowed'],
    ['http://127.0.0.1/', 'not allowed'],
    ['http://93.184.216.34/', 'on loopback only'],
    ['https://ann:secret@city.example/', 'no https URL'],
    ['ftp://city.example/', 'no https URL'],
    ['file:///etc/passwd', 'no https URL'],
    ['nowhere', 'no https URL'],
  ])('does not ask %s', async (address, reason) => {
    await expect(inDevelopment().send(address, { method: 'GET' })).rejects.toThrow(reason);
  });

  it('speaks https alone in production, on loopback too', async () => {
    const client = new OutboundClient({ allow: ['loopback'], allowsHttp: false });
    await expect(client.send('http://127.0.0.1:1/', { method: 'GET' })).rejects.toThrow('no https URL');
  });

  it('speaks http with no other machine, whatever is allowed', async () => {
    const client = inDevelopment('private', 'loopback');
    await expect(client.send('http://10.0.0.1/', { method: 'GET' })).rejects.toThrow('on loopback only');
  });

  it('refuses a list with what is no host', () => {
    expect(() => inDevelopment('not a host')).toThrow("'not a host' is no host");
  });
});
