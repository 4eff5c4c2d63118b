// Stands in for a database server in a container: hands every connection on to the server that the tests have started outside, at
// the same port of the gateway of the container's network. PORT=<port> node forward.mjs [--check]
import net from 'node:net';
import { networkInterfaces } from 'node:os';

const { PORT = '27017' } = process.env;

/** The engine gives the gateway the first address of each network. */
function gateway() {
  const own = Object.values(networkInterfaces())
    .flat()
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  const address = own.address.split('.').map(Number);
  const network = own.netmask.split('.').map((part, at) => Number(part) & address[at]);
  return [...network.slice(0, 3), network[3] + 1].join('.');
}

if (process.argv.includes('--check')) {
  const probe = net.connect({ host: '127.0.0.1', port: Number(PORT) });
  probe.once('connect', () => process.exit(0));
  probe.once('error', () => process.exit(1));
} else {
  const server = net.createServer((client) => {
    const upstream = net.connect({ host: gateway(), port: Number(PORT) });
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
