import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { Logger } from '../../service/logger';
import { MailServer } from './mail-server';

const settings = (port: number) => ({
  host: '127.0.0.1',
  port,
  from: 'idm@test.com',
  secure: false,
  login: undefined,
});

/** A real server that takes mails for everybody but `refused@test.com`. */
async function openServer(port = 0): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) =>
      done(address === 'refused@test.com' ? new Error('no such mailbox') : null),
    onData: (stream, _session, done) => stream.resume().on('end', () => done()),
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

describe('MailServer', () => {
  const mail = { to: 'a@test.com', subject: 'x', text: 'x' };

  it('knows nothing before it asked, then that nobody listens, and why', async () => {
    const server = new MailServer(settings(1), new Logger('FATAL'));
    expect(server.known).toBeUndefined();
    expect(await server.state()).toEqual({
      works: false,
      server: '127.0.0.1:1',
      reason: expect.stringContaining('ECONNREFUSED'),
    });
    expect(server.known?.works).toBe(false);
  });

  it('learns from every mail whether the server takes them, and nothing from one that is refused for its address', async () => {
    const real = await openServer();
    const server = new MailServer(settings(real.port), new Logger('FATAL'));
    expect(await server.check()).toEqual({ works: true, server: `127.0.0.1:${real.port}`, reason: '' });
    await expect(server.send({ ...mail, to: 'refused@test.com' })).rejects.toThrow('no such mailbox');
    expect(server.known?.works).toBe(true);
    await real.close();
    await expect(server.send(mail)).rejects.toThrow();
    expect(server.known?.works).toBe(false);
    const again = await openServer(real.port);
    await server.send(mail);
    expect(server.known?.works).toBe(true);
    await again.close();
  });

  it('asks again, for whoever comes next, when what it knows is old', async () => {
    let now = 0;
    const server = new MailServer(settings(1), new Logger('FATAL'), () => now);
    await server.state();
    const real = await openServer();
    const other = new MailServer(settings(real.port), new Logger('FATAL'), () => now);
    await other.check();
    await real.close();
    expect((await other.state()).works).toBe(true);
    now = 60_001;
    expect((await other.state()).works).toBe(true);
    expect((await other.check()).works).toBe(false);
    expect((await other.state()).works).toBe(false);
  });
});
