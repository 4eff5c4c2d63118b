import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import type { BrokerOptions } from '../cli/options';
import type { BrokerHttpAdapter } from './broker-http.adapter';

const ANY_IPV4 = '0.0.0.0';
const ANY_IPV6 = '::';

interface Listener {
  readonly host: string;
  readonly ipv6Only?: boolean;
}

/** Where to listen: `-localIp` when given, else every address of the families asked for. */
function listeners({ localIp, ipv4Only, ipv6Only }: BrokerOptions): readonly Listener[] {
  if (localIp !== ANY_IPV4) return [{ host: localIp }];
  if (ipv4Only) return [{ host: ANY_IPV4 }];
  if (ipv6Only) return [{ host: ANY_IPV6, ipv6Only: true }];
  // One socket for both families; a machine without IPv6 refuses it.
  return [{ host: ANY_IPV6 }, { host: ANY_IPV4 }];
}

/** @returns an address that reaches the broker from this machine */
export async function listen(
  app: INestApplication,
  options: BrokerOptions,
): Promise<{ host: string; port: number }> {
  const server = app.getHttpServer() as Server;
  server.maxConnections = options.maxConnections;
  await app.init();
  const fastify = (app.getHttpAdapter() as unknown as BrokerHttpAdapter).getInstance();
  const candidates = listeners(options);
  for (const [at, listener] of candidates.entries()) {
    try {
      await fastify.listen({ ...listener, port: options.port });
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
