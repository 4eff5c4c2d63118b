import type { Pool, PoolConnection } from 'mysql2';

/** Prepares every connection of a pool once, before anything of the service is sent on it. */
export function prepareConnections(pool: Pool, prepare: (connection: PoolConnection) => void): void {
  const prepared = new WeakSet<PoolConnection>();
  const prepareOnce = (connection: PoolConnection) => {
    if (prepared.has(connection)) return;
    prepared.add(connection);
    prepare(connection);
  };
  pool.on('connection', prepareOnce);
  // The connection that was opened to try the server has been announced already.
  pool.on('acquire', prepareOnce);
}
