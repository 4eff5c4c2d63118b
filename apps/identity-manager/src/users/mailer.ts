import { createTransport, type Transporter } from 'nodemailer';
import type { Options } from '../cli/options';
import { errorFields, type Logger } from '../http/logger';

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
    const sending = this.transport
      .sendMail({
        from: this.settings.from,
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
      })
      .then(() => undefined)
      .catch((error: unknown) =>
        this.log.error('mail could not be sent', { subject: mail.subject, ...errorFields(error) }),
      )
      .finally(() => this.underway.delete(sending));
    this.underway.add(sending);
  }

  /** Waits for mails that are being sent. */
  async flush(): Promise<void> {
    await Promise.all(this.underway);
  }
}
