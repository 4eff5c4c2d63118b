import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  closeUnreadBodies,
  refuseUnparsed,
  requestTimeouts,
  StoppableServer,
  type StopServingOptions,
} from '@smart-city/service';
import { limitConnections } from './connection-limit';
import type { Options } from '../cli/options';

const portOf = (server: Server) => (server.address() as AddressInfo).port;

export interface Listening {
  /** The one for clients. */
  readonly port: number;
  /** That of plain http. */
  readonly httpPort: number;
  /** Every address that is listened on. */
  readonly addresses: readonly string[];
}

/** The servers of this process: one for http and, when it is on, one for https with the same application. */
export class Servers {
  private readonly https: HttpsServer | undefined;
  private readonly stoppable: readonly StoppableServer[];

  /** @throws Error when the certificate or its key cannot be read, or they do not belong together */
  constructor(
    private readonly app: NestExpressApplication,
    private readonly options: Pick<
      Options,
      | 'https'
      | 'maxAddressConnections'
      | 'trustProxy'
      | 'maxHeaderBytes'
      | 'requestTimeoutMs'
      | 'port'
      | 'listenAddress'
    >,
  ) {
    const { https, maxHeaderBytes, requestTimeoutMs } = options;
    this.https =
      https &&
      createServer(
        {
          cert: readFileSync(https.certFile),
          key: readFileSync(https.keyFile),
          ...requestTimeouts(requestTimeoutMs),
          maxHeaderSize: maxHeaderBytes,
        },
        app.getHttpAdapter().getInstance(),
      );
    const servers = [app.getHttpServer(), ...(this.https ? [this.https] : [])];
    const { maxAddressConnections: most, trustProxy } = options;
    if (most > 0 && trustProxy === false) limitConnections(servers, most);
    for (const server of servers) {
      closeUnreadBodies(server, requestTimeoutMs);
      refuseUnparsed(server);
    }
    this.stoppable = servers.map((server) => new StoppableServer(server));
  }

  /** Where https is served; undefined when it is not. */
  get httpsPort(): number | undefined {
    return this.https && portOf(this.https);
  }

  /** @throws the system's error when a port cannot be had */
  async listen(): Promise<Listening> {
    const { https, port, listenAddress } = this.options;
    if (this.https && https) {
      this.https.listen(https.port, listenAddress);
      await once(this.https, 'listening');
    }
    await this.app.listen(port, listenAddress);
    const httpPort = portOf(this.app.getHttpServer());
    const { httpsPort } = this;
    return {
      port: httpsPort ?? httpPort,
      httpPort,
      addresses: [
        `http://${listenAddress}:${httpPort}`,
        ...(httpsPort === undefined ? [] : [`https://${listenAddress}:${httpsPort}`]),
      ],
    };
  }

  /** @returns a promise that resolves once the last connection is closed */
  async stop(how: StopServingOptions): Promise<void> {
    await Promise.all(this.stoppable.map((server) => server.stop(how)));
  }
}
