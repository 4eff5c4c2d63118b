import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A mail server on a free port that keeps what it gets. */
export class Mailbox {
  private readonly mails: Mail[] = [];
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const [recipient] = session.envelope.rcptTo;
        this.mails.push(readMail(recipient?.address ?? '', Buffer.concat(chunks).toString('utf8')));
        done();
      });
    },
  });

  static async open(): Promise<Mailbox> {
    const mailbox = new Mailbox();
    // A service may be killed in the midst of a mail; whoever waits for that one says so.
    mailbox.server.on('error', () => undefined);
    const listening = once(mailbox.server.server, 'listening');
    mailbox.server.listen(0, '127.0.0.1');
    await listening;
    return mailbox;
  }

  /** Settings with which the service sends its mails here. */
  get env(): Record<string, string> {
    const { port } = this.server.server.address() as AddressInfo;
    return { IDM_EMAIL_HOST: '127.0.0.1', IDM_EMAIL_PORT: String(port), IDM_EMAIL_ADDRESS: 'idm@test.com' };
  }

  /** The latest mail to the address, once there are as many as wished. */
  async read(to: string, count = 1): Promise<Mail> {
    for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 20) {
      const found = this.to(to);
      const last = found.at(-1);
      if (last && found.length >= count) return last;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`no mail number ${count} to ${to}; there are ${this.to(to).length}`);
  }

  /** Path and query of the link in the latest mail. */
  async link(to: string, count = 1): Promise<string> {
    const { text } = await this.read(to, count);
    const found = /https?:\/\/\S+/.exec(text)?.[0];
    if (found === undefined) throw new Error(`no link in: ${text}`);
    const { pathname, search } = new URL(found);
    return pathname + search;
  }

  to(address: string): readonly Mail[] {
    return this.mails.filter((mail) => mail.to === address);
  }

  /** Lets this process end while it listens. */
  unref(): void {
    this.server.server.unref().on('connection', (socket: Socket) => void socket.unref());
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}

/** Header and body of a text mail, with quoted-printable and base64 undone. */
function readMail(to: string, raw: string): Mail {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(head)?.[1]?.replace(/\r\n[ \t]/g, '') ?? '';
  const body = rest.join('\r\n\r\n');
  const encoding = header('Content-Transfer-Encoding').toLowerCase();
  const text = encoding === 'base64' ? Buffer.from(body, 'base64').toString('utf8') : body;
  return {
    to,
    subject: decodeWords(header('Subject')),
    text: encoding === 'quoted-printable' ? decodeQuoted(text.replace(/=\r\n/g, '')) : text,
  };
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

const decodeWords = (text: string) =>
  text.replace(/=\?utf-8\?([QB])\?([^?]*)\?=\s*/gi, (_match, kind: string, word: string) =>
    kind.toUpperCase() === 'B'
      ? Buffer.from(word, 'base64').toString('utf8')
      : decodeQuoted(word.replace(/_/g, ' ')),
  );
