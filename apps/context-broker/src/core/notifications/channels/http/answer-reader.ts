/** What an answer of HTTP/1.x says that matters to whoever only wants to know that it came. */
export interface ReceiverAnswer {
  readonly code: number;
  /** `Location`, where there is one. */
  readonly location: string | undefined;
  /** As far as it came, for codes that are no success. */
  readonly body: string;
  /** Whether another request may go out over the connection. */
  readonly isKept: boolean;
}

/** Bytes that are no answer of HTTP/1.x. */
export class NoHttpAnswer extends Error {
  readonly code = 'HPE_INVALID';
}

const MOST_HEAD_BYTES = 65_536;
const END_OF_HEAD = Buffer.from('\r\n\r\n');
const START = 'HTTP/1.';
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\r\n]*)?$/;
const CHUNK_SIZE = /^([0-9A-Fa-f]{1,8})[ \t]*(?:;.*)?$/;

/** Where the end of the body is. */
type Framing =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'close' };

interface Head {
  readonly code: number;
  readonly location: string | undefined;
  readonly framing: Framing;
  readonly isKept: boolean;
}

/**
 * Reads one answer, however its bytes are cut: status line and header fields of RFC 9112, interim answers passed over, bodies
 * by Content-Length, in chunks, or up to the end of the connection. Strict where a laxer reading could take one answer for
 * two. Bodies are let go of but for those of codes from 300 on.
 */
export class AnswerReader {
  private unread: Buffer = Buffer.alloc(0);
  private head: Head | undefined;
  private readonly body: Buffer[] = [];
  private bodyBytes = 0;
  /** Bytes of the body by length, or of the chunk, that have not come yet. */
  private left = 0;
  /** What comes next in a body of chunks. */
  private next: 'size' | 'data' | 'lineBreak' | 'trailer' = 'size';
  private isTooLong = false;

  /**
   * @param isHead        the request was HEAD: its answer has no body, whatever it says
   * @param mostBodyBytes a longer body is not read to its end
   */
  constructor(
    private readonly isHead: boolean,
    private readonly mostBodyBytes: number,
  ) {}

  /** Whether nothing came yet. */
  get isUntouched(): boolean {
    return this.head === undefined && this.unread.length === 0;
  }

  /** @returns the answer once it is complete @throws NoHttpAnswer */
  push(bytes: Buffer): ReceiverAnswer | undefined {
    this.unread = this.unread.length === 0 ? bytes : Buffer.concat([this.unread, bytes]);
    for (;;) {
      if (this.head === undefined && !this.readHead()) return undefined;
      const head = this.head!;
      // Interim answers come before the one that counts.
      if (head.code < 200 && head.code !== 101) {
        this.head = undefined;
        continue;
      }
      return this.readBody(head) || this.isTooLong ? this.answer(head) : undefined;
    }
  }

  /** The connection has ended. @returns the answer, if its head came @throws NoHttpAnswer  for a piece of one */
  end(): ReceiverAnswer | undefined {
    if (this.head !== undefined) return { ...this.answer(this.head), isKept: false };
    if (this.unread.length > 0) throw new NoHttpAnswer('half an answer');
    return undefined;
  }

  private answer({ code, location, isKept }: Head): ReceiverAnswer {
    return {
      code,
      location,
      body: this.body.length === 0 ? '' : Buffer.concat(this.body).toString('utf8'),
      isKept: isKept && !this.isTooLong && this.unread.length === 0,
    };
  }

  private readHead(): boolean {
    const end = this.unread.indexOf(END_OF_HEAD);
    if (end < 0) {
      const start = this.unread.toString('latin1', 0, START.length);
      if (!START.startsWith(start)) throw new NoHttpAnswer('no status line');
      if (this.unread.length > MOST_HEAD_BYTES) throw new NoHttpAnswer('too many headers');
      return false;
    }
    this.head = parseHead(this.unread.toString('latin1', 0, end), this.isHead);
    this.unread = this.unread.subarray(end + END_OF_HEAD.length);
    const { framing } = this.head;
    if (framing.kind === 'length') this.left = framing.length;
    return true;
  }

  /** @returns whether it is complete */
  private readBody({ framing, code }: Head): boolean {
    switch (framing.kind) {
      case 'none':
        return true;
      case 'length':
        this.takeBody(code);
        return this.left === 0;
      case 'close':
        this.left = this.unread.length;
        this.takeBody(code);
        return false;
      case 'chunked':
        return this.readChunks(code);
    }
  }

  private readChunks(code: number): boolean {
    for (;;) {
      if (this.next === 'data') {
        this.takeBody(code);
        if (this.left > 0) return false;
        this.next = 'lineBreak';
      }
      const line = this.takeLine();
      if (line === undefined) return false;
      if (this.next === 'trailer') {
        if (line === '') return true;
      } else if (this.next === 'lineBreak') {
        if (line !== '') throw new NoHttpAnswer('a chunk longer than its size');
        this.next = 'size';
      } else {
        const size = CHUNK_SIZE.exec(line)?.[1];
        if (size === undefined) throw new NoHttpAnswer('no chunk size');
        this.left = parseInt(size, 16);
        this.next = this.left === 0 ? 'trailer' : 'data';
      }
    }
  }

  private takeLine(): string | undefined {
    const end = this.unread.indexOf('\r\n');
    if (end < 0) {
      if (this.unread.length > MOST_HEAD_BYTES) throw new NoHttpAnswer('endless line');
      return undefined;
    }
    const line = this.unread.toString('latin1', 0, end);
    this.unread = this.unread.subarray(end + 2);
    return line;
  }

  private takeBody(code: number): void {
    const taken = this.unread.subarray(0, this.left);
    this.unread = this.unread.subarray(taken.length);
    this.left -= taken.length;
    this.bodyBytes += taken.length;
    if (code >= 300) this.body.push(taken);
    if (this.bodyBytes > this.mostBodyBytes) this.isTooLong = true;
  }
}

/** @throws NoHttpAnswer */
function parseHead(text: string, isHead: boolean): Head {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const status = STATUS_LINE.exec(statusLine);
  if (status === null) throw new NoHttpAnswer('no status line');
  const [, minor, codeText] = status;
  const code = Number(codeText);
  let length: string | undefined;
  let encoding: string | undefined;
  let connection = '';
  let location: string | undefined;
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new NoHttpAnswer('no header field');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'content-length') {
      if (!/^\d{1,15}$/.test(value) || (length !== undefined && length !== value))
        throw new NoHttpAnswer('no length');
      length = value;
    } else if (name === 'transfer-encoding')
      encoding = encoding === undefined ? value : `${encoding},${value}`;
    else if (name === 'connection') connection += `,${value.toLowerCase()}`;
    else if (name === 'location') location ??= value;
  }
  const framing = framingOf(code, isHead, length, encoding);
  const isKept =
    framing.kind !== 'close' &&
    (encoding === undefined || length === undefined) &&
    code !== 101 &&
    !/[, ]close(?:[, ]|$)/.test(connection) &&
    (minor === '1' || /[, ]keep-alive(?:[, ]|$)/.test(connection));
  return { code, location, framing, isKept };
}

function framingOf(
  code: number,
  isHead: boolean,
  length: string | undefined,
  encoding: string | undefined,
): Framing {
  if (isHead || code < 200 || code === 204 || code === 304) return { kind: 'none' };
  if (encoding !== undefined) return { kind: /(?:^|,)\s*chunked$/i.test(encoding) ? 'chunked' : 'close' };
  return length === undefined ? { kind: 'close' } : { kind: 'length', length: Number(length) };
}
