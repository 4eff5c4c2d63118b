import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { NgsiError } from '@smart-city/ngsi';
import type { NgsiRequest } from './ngsi-request';

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
 */
export const admission = (first: Admission | undefined, maxPayloadSize: number): Admission => {
  const read: Admission = (request) => whenBodyIsRead(request, maxPayloadSize);
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
function whenBodyIsRead(request: NgsiRequest, maxPayloadSize: number): Promise<void> | undefined {
  const { bodySource, contentLength, method } = request;
  if (contentLength === 0 || bodySource === undefined || method === 'GET') return undefined;
  return readBody(bodySource, maxPayloadSize).then((body) => {
    if (body.length === 0 && method !== 'DELETE') throw lengthRequired();
    request.body = body;
  });
}

export const lengthRequired = () =>
  new NgsiError('ContentLengthRequired', 'Zero/No Content-Length in PUT/POST/PATCH request');

export const tooLarge = (size: number, maxSize: number) =>
  new NgsiError('RequestEntityTooLarge', `payload size: ${size}, max size supported: ${maxSize}`);

/**
 * Collects a body. Of a body beyond the limit nothing is kept, but it is read to its end, so that the client can read the
 * answer. Never settles for a connection that breaks before the end: there is nobody to answer.
 *
 * @param maxSize  bytes
 * @throws NgsiError  413
 */
function readBody(stream: Readable, maxSize: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxSize) chunks = [];
      else chunks.push(chunk);
    });
    stream.on('end', () => {
      if (size > maxSize) reject(tooLarge(size, maxSize));
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    });
    stream.on('error', () => undefined);
  });
}
