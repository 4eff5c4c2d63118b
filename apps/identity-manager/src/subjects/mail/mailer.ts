import { setImmediate } from 'node:timers/promises';
import { errorFields, type Logger } from '../../service/logger';
import type { Mail, MailServer } from './mail-server';

/**
 * Sends mails over SMTP. Sending never holds up an answer, so how long a page takes does not tell whether an address
 * is registered; a mail that cannot be sent is a log line.
 */
export class Mailer {
  private readonly underway = new Set<Promise<unknown>>();

  constructor(
    private readonly server: MailServer,
    private readonly log: Logger,
  ) {}

  send(mail: Mail): void {
    this.sendPrepared(mail.subject, async () => mail);
  }

  /** Sends what `prepare` makes, which begins after the answer under way; its failure is a log line too. */
  sendPrepared(subject: string, prepare: () => Promise<Mail>): void {
    void this.during(
      setImmediate()
        .then(prepare)
        .then((mail) => this.server.send(mail))
        .catch((error: unknown) => this.logFailure(subject, error)),
    );
  }

  /** Sends it for somebody who waits to hear of it. False when the server did not take it. */
  deliver(mail: Mail): Promise<boolean> {
    return this.during(
      this.server.send(mail).then(
        () => true,
        (error: unknown) => {
          this.logFailure(mail.subject, error);
          return false;
        },
      ),
    );
  }

  /** Waits for mails that are being sent. */
  async flush(): Promise<void> {
    await Promise.all(this.underway);
  }

  private during<T>(sending: Promise<T>): Promise<T> {
    this.underway.add(sending);
    return sending.finally(() => this.underway.delete(sending));
  }

  private logFailure(subject: string, error: unknown): void {
    this.log.error('mail could not be sent', { subject, ...errorFields(error) });
  }
}
