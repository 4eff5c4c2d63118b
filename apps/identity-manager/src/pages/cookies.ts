import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';

/** Values of ours are URL-safe; those of others are of no interest. */
const asItIs = (value: string) => value;

/** The value of a cookie, or undefined when there is none or it is empty. The first of several counts (RFC 6265 5.4). */
export function readCookie({ headers }: Pick<Request, 'headers'>, name: string): string | undefined {
  return parseCookie(headers.cookie ?? '', { decode: asItIs })[name] || undefined;
}

/** Names on plain http of cookies whose own names other programs of the same host use: the session of Flask is called so. */
const PLAIN_NAMES: Readonly<Record<string, string>> = { session: 'idm.sid' };

/**
 * Attributes of every cookie here: unreadable for scripts, not sent by other sites' forms. On https the `__Host-`
 * prefix keeps other hosts of the domain from setting it.
 */
export class CookieJar {
  constructor(private readonly isHttps: () => boolean) {}

  name(name: string): string {
    return this.isHttps() ? `__Host-${name}` : (PLAIN_NAMES[name] ?? name);
  }

  read(request: Request, name: string): string | undefined {
    return readCookie(request, this.name(name));
  }

  write(response: Response, name: string, value: string, maxAgeMs?: number): void {
    response.cookie(this.name(name), value, {
      ...this.attributes(),
      ...(maxAgeMs !== undefined && { maxAge: maxAgeMs }),
    });
  }

  remove(response: Response, name: string): void {
    response.clearCookie(this.name(name), this.attributes());
  }

  private attributes(): CookieOptions {
    // The values are URL-safe already; encoding them would only make them longer.
    return { httpOnly: true, sameSite: 'lax', secure: this.isHttps(), path: '/', encode: (text) => text };
  }
}
