/** The cookies of one browser at one service, all of which are set for every path of it. */
export class CookieJar {
  private readonly cookies = new Map<string, string>();

  /** Keeps what an answer sets, and drops what it ends. */
  keepFrom(headers: Headers): void {
    for (const line of headers.getSetCookie()) this.keep(line);
  }

  /** The `Cookie` header of the next request; empty when there is none. */
  get header(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return cookie === '' ? {} : { cookie };
  }

  get(name: string): string | undefined {
    return this.cookies.get(name);
  }

  set(name: string, value: string): void {
    this.cookies.set(name, value);
  }

  private keep(line: string): void {
    const [pair = ''] = line.split(';');
    const equals = pair.indexOf('=');
    const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)];
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
