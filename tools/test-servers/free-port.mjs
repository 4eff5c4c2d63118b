import { createServer } from 'node:net';

// Below the ports that systems give to whoever asks for any (from 32,768 on Linux, 49,152 elsewhere): no other test can be
// given one of these between the look and the start of what was to have it.
const FIRST = 20_000;
const PORTS_A_PROCESS = 20;
const PROCESSES = 600;
/** The next port to be tried, of those that are this process's own. */
let next = 0;

/** A port that nobody listens on and that no other test process hands out, for what cannot choose its own. */
export async function freePort() {
  const own = FIRST + (process.pid % PROCESSES) * PORTS_A_PROCESS;
  for (let tried = 0; tried < PORTS_A_PROCESS; tried++) {
    const port = own + (next++ % PORTS_A_PROCESS);
    if (await isFree(port)) return port;
  }
  throw new Error(`all of the ports ${own} to ${own + PORTS_A_PROCESS - 1} are in use`);
}

function isFree(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
