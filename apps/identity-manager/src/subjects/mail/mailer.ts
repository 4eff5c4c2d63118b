import { setImmediate } from 'node:timers/promises';
import { createTransport, type Transporter } from 'nodemailer';
import type { Options } from '../../cli/options';
import { errorFields, type Logger } from '../../service/logger';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; links stand on lines of their own. */
  readonly text: string;
}

const timeoutMs = 10_000;

/**
 * Sends mails over SMTP. Sending never holds up an answer, so how long a page takes does not tell whether an address
 * is registered; a mail that cannot be sent is a log line.
 */
export class Mailer {
  private readonly transport: Transporter;
  private readonly underway = new Set<Promise<void>>();

  constructor(
    private readonly settings: Options['mail'],
    private readonly log: Logger,
  ) {
    const { host, port, secure, login } = settings;
    this.transport = createTransport({
      host,
      port,
      secure,
      // Certificates are checked; a server on this very machine has none that could be.
      tls: { rejectUnauthorized: !['localhost', '127.0.0.1', '::1'].includes(host) },
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      ...(login && {
        auth: { user: login.user, pass: login.password },
        authMethod: login.type.toUpperCase(),
      }),
    });
  }

  send(mail: Mail): void {
    this.sendPrepared(mail.subject, async () => mail);
  }

  /** Sends what `prepare` makes, which begins after the answer under way; its failure is a log line too. */
  sendPrepared(subject: string, prepare: () => Promise<Mail>): void {
    const sending = this.prepareAndSend(prepare)
      .catch((error: unknown) => this.log.error('mail could not be sent', { subject, ...errorFields(error) }))
      .finally(() => this.underway.delete(sending));
    this.underway.add(sending);
  }

  private async prepareAndSend(prepare: () => Promise<Mail>): Promise<void> {
    await setImmediate();
    const { to, subject, text } = await prepare();
    await this.transport.sendMail({ from: this.settings.from, to: { name: '', address: to }, subject, text });
  }

  /** Waits for mails that are being sent. */
  async flush(): Promise<void> {
    await Promise.all(this.underway);
  }
}
