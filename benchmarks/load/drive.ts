import { connect } from 'node:net';

/**
 * Sends requests until there are no more, one after the other on each connection, whatever they are answered.
 *
 * @param next  the next request as it goes over the wire; undefined when all were sent
 */
export async function drive(
  port: number,
  connections: number,
  next: () => string | undefined,
): Promise<void> {
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      const send = () => {
        const request = next();
        if (request === undefined) return resolve(void socket.destroy());
        socket.write(request);
      };
      socket.setNoDelay(true);
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', send);
    });
  await Promise.all(Array.from({ length: connections }, one));
}
