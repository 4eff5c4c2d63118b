import { Agent, createServer, request } from 'node:http';

// The floor of the notification benchmark: a bare program that answers each update and makes the same requests the broker
// would make, over connections that stay open, so many at once for each subscriber: with one in order.
//   node floor-notifier.js <port of the receiver> <subscribers> <parallel>

const [receiverPort, subscribers, parallel = 1] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true, maxSockets: 2 * Math.max(32, parallel) });
const queues = Array.from({ length: subscribers! }, (): { readonly bodies: string[]; underWay: number } => ({
  bodies: [],
  underWay: 0,
}));

function send(at: number): void {
  const queue = queues[at]!;
  const body = queue.bodies.shift();
  if (body === undefined) return;
  queue.underWay += 1;
  const outgoing = request({
    agent,
    port: receiverPort!,
    host: '127.0.0.1',
    method: 'POST',
    path: '/x',
    headers: {
      'User-Agent': 'orion/4.7.0 libcurl/7.88.1',
      'Fiware-Servicepath': '/',
      Accept: 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'Content-Type': 'application/json; charset=utf-8',
      'Fiware-Correlator': '00000000-0000-0000-0000-000000000000; cbnotif=1',
      'Ngsiv2-AttrsFormat': 'normalized',
    },
  });
  outgoing.on('response', (response) => {
    response.resume();
    response.on('end', () => {
      queue.underWay -= 1;
      send(at);
    });
  });
  outgoing.end(body);
}

const server = createServer((incoming, outgoing) => {
  let text = '';
  incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  incoming.on('end', () => {
    outgoing.writeHead(204).end();
    const { value } = (JSON.parse(text) as { readonly temperature: { readonly value: number } }).temperature;
    const body = JSON.stringify({
      subscriptionId: '000000000000000000000000',
      data: [{ id: 'Room1', type: 'Room', temperature: { type: 'Number', value, metadata: {} } }],
    });
    for (let at = 0; at < queues.length; at++) {
      queues[at]!.bodies.push(body);
      if (queues[at]!.underWay < parallel) send(at);
    }
  });
});
server.listen(0, () => console.log(`listening on localhost:${(server.address() as { port: number }).port}`));
