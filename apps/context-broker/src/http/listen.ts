import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';

/** As the options of the command line say it. */
export interface ListenOptions {
  readonly localIp: string;
  readonly ipv4Only: boolean;
  readonly ipv6Only: boolean;
  readonly port: number;
  readonly maxConnections: number;
}

const ANY_IPV4 = '0.0.0.0';
const ANY_IPV6 = '::';

interface Listener {
  readonly host: string;
  readonly ipv6Only?: boolean;
}

/** Where to listen: `-localIp` when given, else every address of the families asked for. */
function listeners({ localIp, ipv4Only, ipv6Only }: ListenOptions): readonly Listener[] {
  if (localIp !== ANY_IPV4) return [{ host: localIp }];
  if (ipv4Only) return [{ host: ANY_IPV4 }];
  if (ipv6Only) return [{ host: ANY_IPV6, ipv6Only: true }];
  // One socket for both families; a machine without IPv6 refuses it.
  return [{ host: ANY_IPV6 }, { host: ANY_IPV4 }];
}

/** @returns an address that reaches the broker from this machine */
export async function listen(
  app: INestApplication,
  options: ListenOptions,
): Promise<{ host: string; port: number }> {
  const server = app.getHttpServer() as Server;
  await app.init();
  return listenOn(server, options);
}

/** The same for a server whose application is there already. */
export async function listenOn(
  server: Server,
  options: ListenOptions,
): Promise<{ host: string; port: number }> {
  server.maxConnections = options.maxConnections;
  const candidates = listeners(options);
  for (const [at, listener] of candidates.entries()) {
    try {
      server.listen({ ...listener, port: options.port });
      await once(server, 'listening');
      break;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (at === candidates.length - 1 || (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL')) throw error;
    }
  }
  const { address, port } = server.address() as AddressInfo;
  const host =
    address === ANY_IPV6 || address === ANY_IPV4
      ? 'localhost'
      : address.includes(':')
        ? `[${address}]`
        : address;
  return { host, port };
}
