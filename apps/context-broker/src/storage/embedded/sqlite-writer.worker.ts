import { parentPort, receiveMessageOnPort } from 'node:worker_threads';
import type { WriterRequest } from './write-operation';
import { WriterSession } from './writer-session';

// The thread that writes. Everything that arrived while the last commit waited for the disk goes into the next one.
const port = parentPort;
if (port === null) throw new Error('sqlite-writer.worker runs as a worker thread');

const session = new WriterSession();
port.on('message', (first: WriterRequest) => {
  const requests = [first];
  for (let more = receiveMessageOnPort(port); more !== undefined; more = receiveMessageOnPort(port)) {
    requests.push(more.message as WriterRequest);
  }
  port.postMessage(session.run(requests));
  session.checkpoint();
});
