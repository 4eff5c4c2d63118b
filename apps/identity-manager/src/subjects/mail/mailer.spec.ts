import { Logger } from '../../service/logger';
import { MailServer } from './mail-server';
import { Mailer } from './mailer';

describe('Mailer', () => {
  // Nobody listens at port 1: a mail that cannot be sent is a log line.
  const settings = { host: '127.0.0.1', port: 1, from: 'idm@test.com', secure: false, login: undefined };

  const mailerTo = (log: Logger) => new Mailer(new MailServer(settings, log), log);

  it('begins to prepare a mail only after the answer under way', async () => {
    const mailer = mailerTo(new Logger('FATAL'));
    const steps: string[] = [];
    mailer.sendPrepared('x', async () => {
      steps.push('prepared');
      return { to: 'a@test.com', subject: 'x', text: 'x' };
    });
    // Everything that the answer still does without waiting for input or output.
    for (let times = 0; times < 100; times++) await Promise.resolve();
    steps.push('answered');
    await mailer.flush();
    expect(steps).toEqual(['answered', 'prepared']);
  });

  it('keeps going when a mail cannot be prepared', async () => {
    const mailer = mailerTo(new Logger('FATAL'));
    mailer.sendPrepared('x', () => Promise.reject(new Error('no database')));
    await expect(mailer.flush()).resolves.toBeUndefined();
  });

  it('tells who waits for a mail that it was not sent', async () => {
    const mailer = mailerTo(new Logger('FATAL'));
    expect(await mailer.deliver({ to: 'a@test.com', subject: 'x', text: 'x' })).toBe(false);
  });
});
