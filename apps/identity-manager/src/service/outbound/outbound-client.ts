import { request as requestByHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { AddressList, ReceiverPolicy } from '@smart-city/receivers';
import { errorMessage } from '@smart-city/service';

/** Milliseconds from the look-up of the name to the last byte of the answer. */
const DEADLINE_MS = 5000;
/** Largest answer, in bytes. */
const LARGEST_ANSWER = 65_536;

const LOOPBACK = new AddressList(['loopback']);

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Names of headers are in lower case. A redirect is an answer like any other: nobody follows it. */
export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** A request that was not answered: its address may not be asked, nobody answered in time, or with too much. */
export class OutboundFailure extends Error {}

export interface OutboundSettings {
  /** Hosts and networks that may be asked although they are loopback, link-local or private. */
  readonly allow: readonly string[];
  /** Whether plain http may be spoken on loopback. */
  readonly allowsHttp: boolean;
}

/** Resolves with the whole body, or rejects once it is larger than allowed. */
async function readBody(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) throw new OutboundFailure(`the answer has more than ${LARGEST_ANSWER} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const answered = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Stays to the end: an abort while the body is read is told to the request, too.
    request.on('error', reject);
  });

/**
 * The one way out: every request that this service makes to an address of somebody's choice goes through it. It speaks https, follows
 * no redirect, and reaches no loopback, link-local or private address but those of `IDM_OUTBOUND_ALLOW`. What counts is the address
 * that the connection goes to.
 */
export class OutboundClient {
  private readonly policy: ReceiverPolicy;

  /** @throws Error with the first entry of `allow` that is no host, address or network */
  constructor(private readonly settings: OutboundSettings) {
    this.policy = new ReceiverPolicy(['loopback', 'linkLocal', 'private'], settings.allow);
  }

  /**
   * Sends one request on a connection of its own.
   *
   * @throws OutboundFailure  with why there is no answer
   */
  async send(address: string, { method, headers = {}, body }: OutboundRequest): Promise<OutboundAnswer> {
    const url = this.parse(address);
    try {
      return await this.exchange(url, method, headers, body);
    } catch (error) {
      if (error instanceof OutboundFailure) throw error;
      throw new OutboundFailure(`${url.host}: ${errorMessage(error)}`, { cause: error });
    }
  }

  private async exchange(
    url: URL,
    method: OutboundRequest['method'],
    headers: Readonly<Record<string, string>>,
    body: string | undefined,
  ): Promise<OutboundAnswer> {
    const send = url.protocol === 'https:' ? requestByHttps : requestByHttp;
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const request = send(url, {
      method,
      headers: { 'User-Agent': 'identity-manager', ...headers, ...length },
      agent: false,
      lookup: url.protocol === 'https:' ? this.policy.lookup : this.lookupOfHttp,
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    try {
      const answer = answered(request);
      request.end(body);
      const message = await answer;
      return { status: message.statusCode ?? 0, headers: message.headers, body: await readBody(message) };
    } finally {
      request.destroy();
    }
  }

  /** @throws OutboundFailure  the address is none that may be asked */
  private parse(address: string): URL {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const speaks = url?.protocol === 'https:' || (url?.protocol === 'http:' && this.settings.allowsHttp);
    if (!url || !speaks || url.username !== '' || url.password !== '')
      throw new OutboundFailure('the address is no https URL without credentials');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    try {
      this.policy.checkHost(host);
    } catch (error) {
      throw new OutboundFailure(`${host}: calls are not allowed`, { cause: error });
    }
    if (url.protocol === 'http:' && /^[\d.]+$|:/.test(host) && !LOOPBACK.hasAddress(host))
      throw new OutboundFailure(`${host}: http is spoken on loopback only`);
    return url;
  }

  /** Looks a host up as the policy does, and gives only addresses of this machine. */
  private readonly lookupOfHttp: LookupFunction = (host, options, done) => {
    this.policy.lookup(host, { ...options, all: true }, (fault, found) => {
      if (fault) return done(fault, '');
      const own = Array.isArray(found) ? found.filter(({ address }) => LOOPBACK.hasAddress(address)) : [];
      const [first] = own;
      if (first === undefined) done(new OutboundFailure(`${host}: http is spoken on loopback only`), '');
      else if (options.all) done(null, own);
      else done(null, first.address, first.family);
    });
  };
}
