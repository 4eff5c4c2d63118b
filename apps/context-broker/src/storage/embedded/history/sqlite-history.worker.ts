import { errorMessage } from '@smart-city/service';
import { parentPort } from 'node:worker_threads';
import { AggregationTooLarge } from '@smart-city/history';
import { NgsiError } from '@smart-city/context';
import type { HistoryReply, HistoryRequest, HistoryVerb } from './history-message';
import { HistorySession } from './history-session';

// The thread that reads and packs the past, so that a year of a thousand entities holds up no request of the broker.
const port = parentPort;
if (port === null) throw new Error('sqlite-history.worker runs as a worker thread');

const say = (reply: HistoryReply): void => port.postMessage(reply);
const session = new HistorySession((warning) => say({ warning }));
port.on('message', (request: HistoryRequest) => say(replyTo(request)));

function replyTo({ id, verb, parameters }: HistoryRequest): HistoryReply {
  try {
    const work = session as Record<HistoryVerb, (...all: readonly unknown[]) => unknown>;
    return { id, answer: work[verb](...parameters) };
  } catch (error) {
    if (error instanceof AggregationTooLarge)
      return { id, refusal: { error: 'RequestEntityTooLarge', description: error.message } };
    if (error instanceof NgsiError)
      return { id, refusal: { error: error.error, description: error.message } };
    return { id, failure: errorMessage(error) };
  }
}
