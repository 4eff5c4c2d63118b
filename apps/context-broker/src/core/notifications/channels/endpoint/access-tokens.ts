import { errorMessage } from '@smart-city/service';
import type { TokenSource } from '../../../../receivers/endpoints';

/** What is known of one source. */
interface State {
  token?: string;
  /** `performance.now()` from which on another one is fetched. */
  renewAtMs: number;
  pending?: Promise<string>;
  failure?: Error;
  /** Until then the failure counts for whoever asks. */
  failedUntilMs: number;
}

const TIMEOUT_MS = 5_000;
const LARGEST_ANSWER = 65_536;
/** Where the answer does not say. */
const LIFE_SECONDS = 300;
/** A token is renewed so long before it ends, or for a short-lived one in the last quarter of its life. */
const MARGIN_SECONDS = 30;
const PAUSE_AFTER_FAILURE_MS = 1_000;

/**
 * Access tokens of client credentials (RFC 6749, section 4.4): fetched when they are first needed, kept, and renewed before
 * they end. However many wait for one, it is fetched once.
 */
export class AccessTokens {
  private readonly states = new Map<TokenSource, State>();

  /** @throws Error  with the reason, for a failed attempt: `no access token from idm.example: 401 invalid_client` */
  async get(source: TokenSource): Promise<string> {
    const state = this.stateOf(source);
    const nowMs = performance.now();
    if (state.token !== undefined && nowMs < state.renewAtMs) return state.token;
    if (state.failure !== undefined && nowMs < state.failedUntilMs) throw state.failure;
    return (state.pending ??= this.renew(source, state));
  }

  /** A receiver did not take a token: the next one who asks gets another. */
  forget(source: TokenSource, token: string): void {
    const state = this.stateOf(source);
    if (state.token === token) delete state.token;
  }

  private async renew(source: TokenSource, state: State): Promise<string> {
    try {
      const { token, lifeSeconds } = await fetchToken(source);
      const margin = Math.min(MARGIN_SECONDS, lifeSeconds / 4);
      state.token = token;
      state.renewAtMs = performance.now() + (lifeSeconds - margin) * 1000;
      delete state.failure;
      return token;
    } catch (cause) {
      state.failure = new Error(
        `no access token from ${new URL(source.tokenUrl).host}: ${errorMessage(cause)}`,
        { cause },
      );
      state.failedUntilMs = performance.now() + PAUSE_AFTER_FAILURE_MS;
      throw state.failure;
    } finally {
      delete state.pending;
    }
  }

  private stateOf(source: TokenSource): State {
    let state = this.states.get(source);
    if (state === undefined) this.states.set(source, (state = { renewAtMs: 0, failedUntilMs: 0 }));
    return state;
  }
}

async function fetchToken({ tokenUrl, clientId, clientSecret, scope }: TokenSource) {
  const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const answer = await fetch(tokenUrl, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      Accept: 'application/json',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => {
    throw error.cause instanceof Error ? error.cause : error;
  });
  const said = readAnswer(await readText(answer));
  if (!answer.ok) throw new Error(`${answer.status} ${said.error ?? ''}`.trim());
  const { token, lifeSeconds } = said;
  if (token === undefined) throw new Error('an answer without access_token');
  return { token, lifeSeconds: lifeSeconds ?? LIFE_SECONDS };
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) throw new Error('an answer that is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

interface Said {
  readonly token?: string;
  readonly lifeSeconds?: number;
  /** As RFC 6749 has it, section 5.2. */
  readonly error?: string;
}

function readAnswer(text: string): Said {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return {};
  }
  if (typeof json !== 'object' || json === null) return {};
  const { access_token: token, expires_in: life, error } = json as Record<string, unknown>;
  return {
    // What could not stand in a header is none.
    ...(typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) && { token }),
    ...(typeof life === 'number' && life > 0 && { lifeSeconds: life }),
    ...(typeof error === 'string' && /^[\x20-\x7e]{1,100}$/.test(error) && { error }),
  };
}
