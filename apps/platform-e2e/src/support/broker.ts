import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedService, startService, type ServiceProcess } from '@smart-city/testing';
import type { Application } from './identity';

/** One answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

export interface WireRequest {
  /** Name, value, name, value …: written as they are, repetitions included. */
  readonly headers?: readonly string[];
  readonly body?: unknown;
}

/** Sends exactly this request; nothing is normalized. */
export function send(
  url: string,
  method: string,
  path: string,
  { headers = [], body }: WireRequest = {},
): Promise<WireAnswer> {
  const { hostname, port, host } = new URL(url);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const payload =
    text === undefined
      ? []
      : ['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(text))];
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method, path, headers: ['Host', host, ...headers, ...payload] },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** A tenant that nobody else has, as a header. */
export const ownTenant = (): readonly string[] => ['Fiware-Service', `t${randomBytes(5).toString('hex')}`];

/** A running broker on an embedded store of its own. */
export class Broker {
  private constructor(
    private readonly process: ServiceProcess,
    /** Its embedded store. */
    readonly folder: string,
  ) {}

  static async start(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Broker> {
    const folder = mkdtempSync(join(tmpdir(), 'platform-e2e-'));
    const common = [
      '-port',
      '0',
      '-multiservice',
      '-disableFileLog',
      '-logLevel',
      'INFO',
      '-pidpath',
      join(folder, 'pid'),
    ];
    const process = await startService('context-broker', {
      args: [...common, '-dbURI', `sqlite:${folder}`, ...args],
      env,
    });
    return new Broker(process, folder);
  }

  /** An open one; see {@link sharedService}. */
  static shared(): Promise<Broker> {
    return sharedService('broker of the platform', async () => {
      const broker = await Broker.start();
      return { shared: broker, process: broker.process, remove: () => broker.dispose() };
    });
  }

  get url(): string {
    return this.process.url;
  }

  /** Everything it wrote so far. */
  get output(): string {
    return this.process.output();
  }

  get pid(): number {
    return this.process.process.pid!;
  }

  async stop(): Promise<void> {
    await this.process.stop();
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  send(method: string, path: string, request?: WireRequest): Promise<WireAnswer> {
    return send(this.url, method, path, request);
  }

  /** The same with a token in `X-Auth-Token`, and the tenant when one is given. */
  as(token: string, tenant?: string) {
    const identity = ['X-Auth-Token', token, ...(tenant === undefined ? [] : ['Fiware-Service', tenant])];
    return (method: string, path: string, body?: unknown, headers: readonly string[] = []) =>
      this.send(method, path, { headers: [...identity, ...headers], body });
  }
}

/** The flags that put a broker under the protection of an application. */
export const enforcing = (identityManagerUrl: string, { id }: Application, more: readonly string[] = []) => [
  '-authz',
  '-authzUrl',
  identityManagerUrl,
  '-authzAppId',
  id,
  ...more,
];
