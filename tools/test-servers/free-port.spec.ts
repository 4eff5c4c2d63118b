import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from '@smart-city/testing';

describe('a free port', () => {
  it('is none that systems give to whoever asks for any', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()));
    expect(new Set(ports).size).toBe(20);
    for (const port of ports) expect(port >= 20_000 && port < 32_000).toBe(true);
  });

  it('is not handed out while somebody listens on it', async () => {
    const server = createServer().listen(await freePort(), '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const others = [];
    for (let count = 0; count < 20; count++) others.push(await freePort());
    server.close();
    expect(others).not.toContain(port);
  });
});
