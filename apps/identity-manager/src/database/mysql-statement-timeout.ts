import type { Pool, PoolConnection } from 'mysql2';
import { prepareConnections } from './mysql-connections';

type Callback = (error: Error | null, ...results: unknown[]) => void;
type Send = (...parameters: unknown[]) => unknown;

const tooLong = () =>
  Object.assign(new Error('the database took too long'), { code: 'PROTOCOL_SEQUENCE_TIMEOUT' });

/** The same statement with an end: when time is up its connection is closed, since nothing behind it would get through. */
function withEnd(send: Send, connection: PoolConnection, timeoutMs: number): Send {
  return (...parameters) => {
    const callback = parameters.at(-1);
    if (typeof callback !== 'function') return send(...parameters);
    let finished = false;
    const finish: Callback = (...results) => {
      if (finished) return;
      finished = true;
      clearTimeout(timer);
      (callback as Callback)(...results);
    };
    const timer = setTimeout(() => {
      connection.destroy();
      finish(tooLong());
    }, timeoutMs);
    return send(...parameters.slice(0, -1), finish);
  };
}

/**
 * Gives every statement of a pool a longest duration, so that a server that went silent is an error and not a wait for
 * ever. The driver's own timeout leaves out the preparation of a statement, and leaves the connection in the pool.
 */
export function limitStatements(pool: Pool, timeoutMs: number): void {
  prepareConnections(pool, (connection) => {
    for (const method of ['query', 'execute'] as const) {
      const send = connection[method].bind(connection) as Send;
      Object.assign(connection, { [method]: withEnd(send, connection, timeoutMs) });
    }
  });
}
