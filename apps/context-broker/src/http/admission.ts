import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { NgsiError } from '@smart-city/context';
import type { BodyBudget } from './body-budget';
import type { Answer } from './answer';
import { refusedBy } from './answer-fault';
import type { Check, CheckSettings } from './face';
import type { NgsiRequest } from './ngsi-request';
import { routing } from './route-table';

/** Before anything is said about a request. */
const credentials: Check = {
  run: (request, { operators, credentials: asked }) => {
    if (operators !== undefined && request.isForOperators) operators(request);
    return asked?.(request);
  },
};

const payloadSize: Check = {
  run: ({ contentLength = 0 }, { maxPayloadSize }) => {
    if (contentLength > maxPayloadSize) throw tooLarge(contentLength, maxPayloadSize);
  },
};

/** @returns the answer of the first check that fails; undefined when the request may go to its handler */
export function checkRequest(request: NgsiRequest, settings: CheckSettings): Answer | undefined {
  const early = outcomeOf(credentials, request, settings) ?? outcomeOf(payloadSize, request, settings);
  if (early !== undefined) return early;
  for (const check of request.face.checks) {
    const answer = outcomeOf(check, request, settings, request.resource?.isPage);
    if (answer !== undefined) return answer;
  }
  return outcomeOf(routing, request, settings);
}

/** @param passesPages  a page is not held to the check */
function outcomeOf(
  check: Check,
  request: NgsiRequest,
  settings: CheckSettings,
  passesPages = false,
): Answer | undefined {
  try {
    return check.run(request, settings) ?? undefined;
  } catch (thrown) {
    return refusedBy(check, request, thrown, passesPages);
  }
}

/** Bytes of a body that is not counted: what all connections can send of such is little. */
const SMALL = 4_096;
/** Bytes of a body that is parsed in slices. */
const LARGE = 32_768;

/**
 * What a request has to wait for before its handler takes anything from it.
 *
 * @returns undefined when there is nothing to wait for
 * @throws NgsiError  why it is refused; by rejection, too
 */
export type Admission = (request: NgsiRequest) => Promise<void> | undefined;

/**
 * Admits a request once its body is there.
 *
 * @param first           asked before the body is read; undefined: nobody
 * @param maxPayloadSize  bytes
 * @param budget          counts bodies that are not small
 */
export const admission = (
  first: Admission | undefined,
  maxPayloadSize: number,
  budget: BodyBudget,
): Admission => {
  const read: Admission = (request) => whenBodyIsRead(request, maxPayloadSize, budget);
  if (first === undefined) return read;
  return (request) => {
    const waiting = first(request);
    return waiting === undefined ? read(request) : waiting.then(() => read(request));
  };
};

/** Admission behind other guards: nothing of a request is read before those have let it through. */
export class AdmissionGuard implements CanActivate {
  constructor(private readonly admit: Admission) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const waiting = this.admit(context.getArgByIndex<NgsiRequest>(0));
    return waiting === undefined ? true : waiting.then(() => true);
  }
}

/** A GET has no body, whatever it sends. */
function whenBodyIsRead(
  request: NgsiRequest,
  maxPayloadSize: number,
  budget: BodyBudget,
): Promise<void> | undefined {
  const { bodySource, contentLength, method } = request;
  if (contentLength === 0 || bodySource === undefined || method === 'GET') return undefined;
  if (contentLength === undefined || contentLength > SMALL)
    return admitCounted(request, bodySource, maxPayloadSize, budget);
  return readBody(bodySource, maxPayloadSize).then((body) => takeBody(request, body));
}

/** @throws NgsiError  411 */
function takeBody(request: NgsiRequest, body: Buffer): void {
  if (body.length === 0 && request.method !== 'DELETE') throw lengthRequired();
  request.body = body;
}

/** @throws NgsiError  503 where all bodies together are too many */
async function admitCounted(
  request: NgsiRequest,
  source: Readable,
  maxPayloadSize: number,
  budget: BodyBudget,
): Promise<void> {
  const held = budget.begin(request.validTenant() ?? '');
  request.onAnswer = () => budget.release(held);
  const refused = new Promise<never>((_resolve, reject) => (held.onRefused = reject));
  // Seen by the race below, if it is still on.
  refused.catch(() => undefined);
  const reading = readBody(source, maxPayloadSize, {
    arrived: (bytes) => budget.grow(held, bytes),
    isWanted: () => held.state === 'receiving',
    broke: () => budget.release(held),
  });
  takeBody(request, await Promise.race([reading, refused]));
  await budget.startWork(held);
  if (request.body.length > LARGE) await request.parseAhead();
}

export const lengthRequired = () =>
  new NgsiError('ContentLengthRequired', 'Zero/No Content-Length in PUT/POST/PATCH request');

export const tooLarge = (size: number, maxSize: number) =>
  new NgsiError('RequestEntityTooLarge', `payload size: ${size}, max size supported: ${maxSize}`);

interface BodyWatcher {
  /** Told of bytes that are to be kept. */
  readonly arrived: (bytes: number) => void;
  /** Nothing is kept of a body that is not wanted any more. */
  readonly isWanted: () => boolean;
  /** The connection broke before the end. */
  readonly broke: () => void;
}

/**
 * Collects a body. Of a body beyond the limit nothing is kept, but it is read to its end, so that the client can read the
 * answer. Never settles for a connection that breaks before the end: there is nobody to answer.
 *
 * @param maxSize  bytes
 * @throws NgsiError  413
 */
function readBody(stream: Readable, maxSize: number, watcher?: BodyWatcher): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxSize) watcher?.arrived(chunk.length);
      if (size > maxSize || watcher?.isWanted() === false) chunks = [];
      else chunks.push(chunk);
    });
    stream.on('end', () => {
      if (size > maxSize) reject(tooLarge(size, maxSize));
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    });
    stream.on('error', () => undefined);
    if (watcher !== undefined) stream.on('close', () => stream.readableEnded || watcher.broke());
  });
}
