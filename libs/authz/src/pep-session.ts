import { readJson, Unavailable } from './read-json';
import type { AuthzSettings } from './settings';

/** A new token is fetched so long before the old one ends. */
const AHEAD_MS = 60_000;
/** When the answer names no end: the original's lifetime is an hour. */
const ASSUMED_LIFE_MS = 1_800_000;

/** Logs in as the application's PEP proxy when needed, and keeps the token until shortly before it ends. */
export class PepSession {
  private current: { readonly text: string; readonly renewAtMs: number } | undefined;
  private login: Promise<string> | undefined;

  constructor(
    private readonly settings: Pick<AuthzSettings, 'identityManagerUrl'>,
    private readonly credentials: { readonly id: string; readonly password: string },
  ) {}

  /** @throws Unavailable  when the login is refused */
  async token(signal: AbortSignal): Promise<string> {
    if (this.current && Date.now() < this.current.renewAtMs) return this.current.text;
    this.login ??= this.logIn(signal).finally(() => (this.login = undefined));
    return this.login;
  }

  private async logIn(signal: AbortSignal): Promise<string> {
    const response = await fetch(`${this.settings.identityManagerUrl}/v1/auth/tokens`, {
      method: 'POST',
      signal,
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: this.credentials.id, password: this.credentials.password }),
    });
    const body = await readJson(response);
    const text = response.headers.get('x-subject-token');
    if (!response.ok || text === null)
      throw new Unavailable(
        `the identity manager refused the login of the PEP proxy with ${response.status}`,
      );
    this.current = { text, renewAtMs: endOf(body) - AHEAD_MS };
    return text;
  }
}

function endOf(body: Readonly<Record<string, unknown>> | undefined): number {
  const { token } = (body ?? {}) as { readonly token?: { readonly expires_at?: unknown } };
  const end = typeof token?.expires_at === 'string' ? Date.parse(token.expires_at) : NaN;
  return Number.isNaN(end) ? Date.now() + ASSUMED_LIFE_MS : end;
}
