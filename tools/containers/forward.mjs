// Stands in for a database server in a container: hands every connection on to the server that the tests have started outside.
// FORWARD_TO=<host>:<port> PORT=<port> node forward.mjs [--check]
import net from 'node:net';

const { FORWARD_TO = '', PORT = '27017' } = process.env;
const at = FORWARD_TO.lastIndexOf(':');
const target = { host: FORWARD_TO.slice(0, at), port: Number(FORWARD_TO.slice(at + 1)) };

if (process.argv.includes('--check')) {
  const probe = net.connect({ host: '127.0.0.1', port: Number(PORT) });
  probe.once('connect', () => process.exit(0));
  probe.once('error', () => process.exit(1));
} else {
  const server = net.createServer((client) => {
    const upstream = net.connect(target);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ]) {
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
  server.listen(Number(PORT), '0.0.0.0');
  process.on('SIGTERM', () => process.exit(0));
}
