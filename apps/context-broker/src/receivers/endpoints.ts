/** Where a token is fetched (RFC 6749, section 4.4). */
export interface TokenSource {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string;
}

/** A receiver that the operator has named. What is secret of it never leaves the process but to that receiver. */
export interface Endpoint {
  readonly name: string;
  readonly protocol: 'http:' | 'https:';
  /** An IPv6 address has no brackets. */
  readonly host: string;
  readonly port: number;
  /** With query string. */
  readonly path: string;
  /** Sent with every request, over those of the notification. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly oauth2?: TokenSource;
  /** PEM: who signs the receiver's certificate, and the certificate that it knows the broker by. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  /** Who may refer to it, '' for the default tenant; absent: every tenant. */
  readonly tenants?: ReadonlySet<string>;
}

/** The receivers that the operator has named (`-endpoints`). */
export class Endpoints {
  private readonly byName: ReadonlyMap<string, Endpoint>;

  constructor(all: readonly Endpoint[]) {
    this.byName = new Map(all.map((endpoint) => [endpoint.name, endpoint]));
  }

  /** @returns undefined for one that is not there, or not for this tenant */
  find(name: string, tenant: string): Endpoint | undefined {
    const endpoint = this.byName.get(name);
    return endpoint?.tenants === undefined || endpoint.tenants.has(tenant) ? endpoint : undefined;
  }

  all(): readonly Endpoint[] {
    return [...this.byName.values()];
  }
}
