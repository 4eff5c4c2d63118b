import type { Server, Socket } from 'node:net';
import { addressGroup } from '../limits/address-group';

/**
 * Closes what one address opens beyond its share, so that it cannot take all connections of the process. Those it has go on.
 *
 * @param most  open connections of one address (of one /64 network of IPv6), of all servers together
 */
export function limitConnections(servers: readonly Server[], most: number): void {
  const open = new Map<string, number>();
  const accept = (socket: Socket): void => {
    const address = addressGroup(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    if (count > most) return void socket.destroy();
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  };
  for (const server of servers) server.on('connection', accept);
}
