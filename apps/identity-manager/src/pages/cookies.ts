import type { CookieOptions, Request, Response } from 'express';

/** The value of a cookie, or undefined. The first of several counts, as RFC 6265 servers usually do. */
export function readCookie(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) {
      const value = pair.slice(equals + 1).trim();
      return value === '' ? undefined : value;
    }
  }
  return undefined;
}

/**
 * Attributes of every cookie here: unreadable for scripts, not sent by other sites' forms. On https the `__Host-`
 * prefix keeps other hosts of the domain from setting it.
 */
export class CookieJar {
  constructor(private readonly isHttps: () => boolean) {}

  name(name: string): string {
    return this.isHttps() ? `__Host-${name}` : name;
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
