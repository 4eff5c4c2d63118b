/** The receivers that get the token of the request that made the broker call them. Decided at start, asked for each call. */
export class TokenHosts {
  private readonly entries: ReadonlySet<string>;

  /** @param entries  `host` (every port) or `host:port`, IPv6 addresses in brackets; `*` is every receiver */
  constructor(entries: readonly string[]) {
    this.entries = new Set(entries.map((entry) => entry.toLowerCase()));
  }

  /** @param host  as in the receiver's URL, without the brackets of an IPv6 address */
  has(host: string, port: number): boolean {
    if (this.entries.size === 0) return false;
    const name = (host.includes(':') ? `[${host}]` : host).toLowerCase();
    return this.entries.has('*') || this.entries.has(name) || this.entries.has(`${name}:${port}`);
  }
}
