import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Application } from './identity';

interface UserRecord {
  readonly id: string;
  readonly app_id: string;
  readonly trusted_apps: readonly string[];
  readonly organizations: readonly { readonly id: string }[];
  readonly authorization_decision?: string;
}

/**
 * A policy enforcement point in front of a broker that speaks with the identity manager as Wilma does: the same calls, in
 * the same order, written by the same rules (the resource goes into the query unescaped).
 */
export class PepProxy {
  private constructor(
    private readonly server: Server,
    private readonly identityUrl: string,
    private readonly brokerUrl: string,
    private readonly application: Application,
    private readonly pepToken: string,
  ) {}

  /** @throws Error when the identity manager does not know the proxy: Wilma ends then */
  static async start(
    identityUrl: string,
    brokerUrl: string,
    application: Application,
    credentials: { readonly id: string; readonly password: string },
  ): Promise<PepProxy> {
    const version = await fetch(`${identityUrl}/version`);
    const login = await fetch(`${identityUrl}/v3/auth/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: credentials.id, password: credentials.password }),
    });
    const { idm_authorization_config: config } = (await login.json()) as {
      readonly idm_authorization_config?: object;
    };
    const token = login.headers.get('x-subject-token');
    if (!version.ok || !login.ok || !config || token === null)
      throw new Error(`login answered ${login.status}`);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new PepProxy(server, identityUrl, brokerUrl, application, token);
    server.on('request', (request, response) => void proxy.serve(request, response));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const user = await this.user(request);
    if (user?.authorization_decision !== 'Permit') {
      response.writeHead(401, { 'Content-Type': 'application/json' });
      response.end(
        '{"type":"urn:dx:as:InvalidRole","title":"Unauthorized","detail":"User access-token not authorized"}',
      );
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const {
      host: _,
      connection: __,
      'content-length': ___,
      'transfer-encoding': ____,
      ...headers
    } = request.headers;
    const answer = await fetch(`${this.brokerUrl}${request.url}`, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }

  private async user({ headers, method, url }: IncomingMessage): Promise<UserRecord | undefined> {
    const token = headers['x-auth-token'] ?? headers.authorization?.replace(/^Bearer /, '');
    if (typeof token !== 'string') return undefined;
    const tenant = headers['fiware-service'];
    const path = url!.split('?', 1)[0];
    const answer = await fetch(
      `${this.identityUrl}/user?access_token=${encodeURIComponent(token)}&app_id=${this.application.id}` +
        `&action=${method}&resource=${path}${tenant === undefined ? '' : `&authorization_service_header=${String(tenant)}`}`,
      { headers: { 'X-Auth-Token': this.pepToken, Accept: 'application/json' } },
    );
    if (!answer.ok) return undefined;
    const user = (await answer.json()) as UserRecord;
    const isKnown = user.app_id === this.application.id || user.trusted_apps.includes(user.app_id);
    return isKnown && Array.isArray(user.organizations) ? user : undefined;
  }
}
