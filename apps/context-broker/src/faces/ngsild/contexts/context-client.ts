import * as http from 'node:http';
import * as https from 'node:https';
import { parseJson, type JsonValue } from '@smart-city/context';
import { badRequestData, contextOfDocument, NgsiLdFault } from '@smart-city/ngsild';
import type { ReceiverPolicy } from '@smart-city/receivers';
import { USER_AGENT } from '../../../version';

/** A context as its address gave it. */
export interface FetchedContext {
  /** Value of its `@context` member. */
  readonly context: JsonValue;
  /** Bytes of the document. */
  readonly size: number;
  /** Seconds that it may be kept, by `Cache-Control`; undefined where the answer does not say. */
  readonly maxAgeSeconds: number | undefined;
}

interface RawAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Time for a context to come, redirects included. */
const TIMEOUT_MS = 5_000;

/** Bytes of the largest context. */
const MAX_BYTES = 4_194_304;

const MAX_REDIRECTS = 5;

/** How deep the JSON of a context may nest. */
const MAX_DEPTH = 64;

/** Connections at once: a client that names many slow addresses must not take all sockets. */
const MAX_CONNECTIONS = 32;

const unavailable = (url: string, reason: string): NgsiLdFault =>
  new NgsiLdFault(
    'LdContextNotAvailable',
    'Context not available',
    `The context ${url} cannot be had: ${reason}`,
  );

/** Fetches contexts. Every address it goes to is judged by the policy of receivers, those of redirects too. */
export class ContextClient {
  private readonly agents: { readonly http: http.Agent; readonly https: https.Agent };

  constructor(private readonly receivers: ReceiverPolicy) {
    const shared = { maxTotalSockets: MAX_CONNECTIONS, lookup: receivers.lookup };
    this.agents = { http: new http.Agent(shared), https: new https.Agent(shared) };
  }

  close(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
  }

  /**
   * Fetches a context.
   *
   * @throws LdContextNotAvailable  nothing answers in time, or something else than 200
   * @throws BadRequestData  the answer is no context
   */
  async fetch(url: string): Promise<FetchedContext> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    let target = url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const answer = await this.get(target, signal).catch((error: unknown) => {
        throw unavailable(url, signal.aborted ? 'it does not answer in time' : reasonOf(error));
      });
      const location = answer.headers.location;
      if (
        answer.status >= 300 &&
        answer.status < 400 &&
        location !== undefined &&
        URL.canParse(location, target)
      )
        target = new URL(location, target).href;
      else if (answer.status === 200) return contextOf(url, answer);
      else throw unavailable(url, `it answers ${answer.status}`);
    }
    throw unavailable(url, 'it is redirected too often');
  }

  private get(url: string, signal: AbortSignal): Promise<RawAnswer> {
    const target = new URL(url);
    this.receivers.checkHost(target.hostname.replace(/^\[|\]$/g, ''));
    const headers = { Accept: 'application/ld+json, application/json;q=0.9', 'User-Agent': USER_AGENT };
    return new Promise((resolve, reject) => {
      const request =
        target.protocol === 'https:'
          ? https.get(target, { headers, agent: this.agents.https, signal })
          : http.get(target, { headers, agent: this.agents.http, signal });
      request.on('error', reject);
      request.on('response', (response) => {
        const pieces: Buffer[] = [];
        let size = 0;
        response.on('data', (piece: Buffer) => {
          size += piece.length;
          if (size > MAX_BYTES) request.destroy(new Error(`it is larger than ${MAX_BYTES} bytes`));
          else pieces.push(piece);
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(pieces),
          }),
        );
      });
    });
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'it does not answer');

function contextOf(url: string, { headers, body }: RawAnswer): FetchedContext {
  let document: JsonValue;
  try {
    document = parseJson(body, { maxDepth: MAX_DEPTH });
  } catch {
    throw badRequestData('Invalid @context', `The document at ${url} is not JSON`);
  }
  return {
    context: contextOfDocument(document, url),
    size: body.length,
    maxAgeSeconds: maxAgeOf(headers['cache-control']),
  };
}

/** Reads `max-age` of `Cache-Control`; what may not be kept is 0. */
function maxAgeOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/\bno-(?:store|cache)\b/i.test(header)) return 0;
  const seconds = /\bmax-age\s*=\s*"?(\d{1,9})/i.exec(header)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}
