import type { Server as HttpServer } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

export interface StopServingOptions {
  /** Milliseconds during which the server goes on as before, so that load balancers notice that it is not ready. */
  readonly delayMs: number;
}

/** Turns of the event loop without a new connection after which none is waiting to be accepted. */
const QUIET_TURNS = 10;
/** A flood of new connections does not put the stop off for longer. */
const LONGEST_WAIT_MS = 1_000;
/** What a connection that was accepted last has to send its first request, and kept ones to send one more. */
const IDLE_GRACE_MS = 150;

/** A server that can be ended without cutting anybody off. Make it before the server listens. */
export class StoppableServer {
  private readonly open = new Set<Socket>();

  constructor(private readonly server: HttpServer | HttpsServer) {
    server.on(server instanceof HttpsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.open.add(socket);
      socket.once('close', () => this.open.delete(socket));
    });
  }

  /**
   * Waits, stops listening while no connection is waiting to be accepted, lets requests under way finish, then closes
   * connections that stay silent. Requests that come meanwhile are answered with `Connection: close`. The caller sets a limit: a
   * request that never ends is waited for.
   *
   * @returns a promise that resolves once the last connection is closed
   */
  async stop({ delayMs }: StopServingOptions): Promise<void> {
    const { server } = this;
    if (!server.listening) return;
    server.prependListener('request', (_request, response) => (response.shouldKeepAlive = false));
    if (delayMs > 0) await delay(delayMs);
    await this.untilNobodyConnects();
    const closed = new Promise<true>((resolve) => {
      // The method of plain sockets stops listening and nothing else; that of HTTP would also destroy connections whose
      // request is on its way.
      NetServer.prototype.close.call(server, () => resolve(true));
    });
    // Again and again: a connection whose answer left before the stop began becomes idle only later.
    while (!(await Promise.race([closed, delay(IDLE_GRACE_MS, false)]))) {
      server.closeIdleConnections();
      // Node takes a connection that never said anything for a busy one.
      for (const socket of this.open) if (socket.bytesRead === 0) socket.destroy();
    }
  }

  /** The loop accepts one connection a turn; those that still wait when the socket closes would be reset. */
  private async untilNobodyConnects(): Promise<void> {
    let quietTurns = 0;
    const connected = () => (quietTurns = 0);
    this.server.on('connection', connected);
    const deadline = performance.now() + LONGEST_WAIT_MS;
    while (quietTurns < QUIET_TURNS && performance.now() < deadline) {
      await nextTurn();
      quietTurns += 1;
    }
    this.server.off('connection', connected);
  }
}
