import { errorMessage } from '@smart-city/service';
import { parentPort, workerData } from 'node:worker_threads';
import { NgsiError, showNumbersAs } from '@smart-city/context';
import type { ReaderData, ReaderReply, ReaderRequest } from './reader-message';
import { ReaderSession } from './reader-session';
import { sqliteCode } from './sqlite-error';

// A thread that answers queries, so that a scan of a million entities holds up neither the event loop nor the writer.
const port = parentPort;
if (port === null) throw new Error('sqlite-reader.worker runs as a worker thread');

showNumbersAs((workerData as ReaderData).numbers);
const session = new ReaderSession();
port.on('message', ({ id, request }: ReaderRequest) => port.postMessage(answer(id, request)));

function answer(id: number, request: ReaderRequest['request']): ReaderReply {
  try {
    return { id, answer: session.run(request) };
  } catch (error) {
    if (error instanceof NgsiError)
      return { id, refusal: { error: error.error, description: error.message } };
    return { id, failure: { message: errorMessage(error), code: sqliteCode(error) } };
  }
}
