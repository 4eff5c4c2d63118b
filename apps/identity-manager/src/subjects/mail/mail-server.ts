import { createTransport, type Transporter } from 'nodemailer';
import type { Options } from '../../cli/options';
import type { Logger } from '../../service/logger';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; links stand on lines of their own. */
  readonly text: string;
}

/** Whether mails can be sent, as far as the last try tells. */
export interface MailState {
  readonly works: boolean;
  /** `host:port` that was tried. */
  readonly server: string;
  /** Why they cannot, in the words of the mail server or the system; empty when they can. */
  readonly reason: string;
}

const timeoutMs = 10_000;

/** How long an answer of the mail server stays believed. */
const freshMs = 60_000;

/** The fault of one mail, such as an address that the server refuses; it takes others. */
const ofOneMail: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE']);

/** The mail server of the settings, and what is known of it. */
export class MailServer {
  private readonly transport: Transporter;
  private last: { readonly state: MailState; readonly at: number } | undefined;
  private asking: Promise<MailState> | undefined;

  constructor(
    private readonly settings: Options['mail'],
    private readonly log: Logger,
    private readonly now: () => number = () => performance.now(),
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

  /** What is known without asking; undefined before the first answer. */
  get known(): MailState | undefined {
    return this.last?.state;
  }

  /** What is known. Waits for the first answer only; one that is old is renewed for whoever asks next. */
  async state(): Promise<MailState> {
    if (!this.last) return this.check();
    if (this.now() - this.last.at > freshMs) void this.check();
    return this.last.state;
  }

  /** Greets the mail server, and logs in where the settings say so. Never rejects. */
  check(): Promise<MailState> {
    this.asking ??= this.transport
      .verify()
      .then(
        () => this.learn(''),
        (error: unknown) => this.learn(reasonOf(error)),
      )
      .finally(() => (this.asking = undefined));
    return this.asking;
  }

  /** @throws Error when the server does not take the mail */
  async send({ to, subject, text }: Mail): Promise<void> {
    try {
      await this.transport.sendMail({
        from: this.settings.from,
        to: { name: '', address: to },
        subject,
        text,
      });
      this.learn('');
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      if (!ofOneMail.has(code)) this.learn(reasonOf(error));
      throw error;
    }
  }

  /** Keeps what was found out, and says in the log when it is news. */
  private learn(reason: string): MailState {
    const { host, port } = this.settings;
    const before = this.last?.state;
    const state = { works: reason === '', server: `${host}:${port}`, reason };
    this.last = { state, at: this.now() };
    if (!state.works && before?.works !== false)
      this.log.warn('mails cannot be sent: IDM_EMAIL_HOST and IDM_EMAIL_PORT name the mail server', {
        server: state.server,
        reason,
      });
    if (state.works && before?.works === false)
      this.log.info('mails can be sent again', { server: state.server });
    return state;
  }
}

/** One line, without what a server may have put behind it. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) || 'unknown';
