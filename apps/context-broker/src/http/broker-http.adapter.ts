import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer, type ServerOptions as SecureServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import { AbstractHttpAdapter } from '@nestjs/core';
import { requestTimeouts } from '@smart-city/service';
import { checkRequest, type Admission } from './admission';
import { answerOf, NO_CONTENT, type Answer } from './answer';
import type { AnswerFault } from './answer-fault';
import { Reply } from './answer-writer';
import { NgsiRequest } from './ngsi-request';
import { answerParserFault, type ParserFault, type ParserFaultSettings } from './parser-fault';
import type { RouteHandler } from './route-table';

export interface HttpSettings extends ParserFaultSettings {
  readonly answerFault: AnswerFault;
  /** Asked before the handler; undefined where guards stand before it, the last of which asks. */
  admit: Admission | undefined;
  readonly https: Pick<SecureServerOptions, 'key' | 'cert'> | undefined;
  /** 0: never. */
  readonly idleTimeoutMs: number;
  /** For a request to arrive as a whole; 0: for ever. */
  readonly requestTimeoutMs: number;
  readonly maxHeaderSize: number;
}

const KEEP_ALIVE_MS = 72_000;
const notPart = (): never => {
  throw new Error('not part of the HTTP adapter of the broker');
};

/**
 * Nest on `node:http`: a request is read and checked, found in the one route table, and given to the handler that Nest
 * made of a controller's method. Handlers get a {@link NgsiRequest} and a {@link Reply}. Middleware, views, static files and
 * versioning have no place here.
 */
export class BrokerHttpAdapter extends AbstractHttpAdapter<Server, NgsiRequest, Reply> {
  constructor(private readonly settings: HttpSettings) {
    super();
  }

  override initHttpServer(): void {
    const { https, idleTimeoutMs, requestTimeoutMs, maxHeaderSize } = this.settings;
    const options: ServerOptions = {
      ...requestTimeouts(requestTimeoutMs),
      maxHeaderSize,
      keepAliveTimeout: idleTimeoutMs || KEEP_ALIVE_MS,
    };
    const serve = (incoming: IncomingMessage, response: ServerResponse) => this.serve(incoming, response);
    const server = https ? createSecureServer({ ...options, ...https }, serve) : createServer(options, serve);
    server.setTimeout(idleTimeoutMs);
    server.on('clientError', (fault: ParserFault, socket: Socket) =>
      answerParserFault(this.settings, fault, socket),
    );
    this.httpServer = server;
  }

  private serve(incoming: IncomingMessage, response: ServerResponse): void {
    const { factory, observation, writer, admit, answerFault } = this.settings;
    const request = new NgsiRequest(incoming, factory, incoming);
    const reply = new Reply(request, response, writer);
    // What the client still sends of a body that nobody reads is thrown away.
    const refuse = (answer: Answer) => {
      incoming.resume();
      reply.send(answer);
    };
    try {
      observation.by?.arrived?.(request);
      const refusal = checkRequest(request, this.settings);
      if (refusal !== undefined) return refuse(refusal);
      const { handle } = request.operation!;
      const waiting = admit?.(request);
      if (waiting === undefined) return handle(request, reply);
      waiting.then(
        () => handle(request, reply),
        (fault: unknown) => refuse(answerFault(request, fault)),
      );
    } catch (fault) {
      refuse(answerFault(request, fault));
    }
  }

  override get(...route: unknown[]): void {
    this.add('GET', route);
  }

  override post(...route: unknown[]): void {
    this.add('POST', route);
  }

  override put(...route: unknown[]): void {
    this.add('PUT', route);
  }

  override patch(...route: unknown[]): void {
    this.add('PATCH', route);
  }

  override delete(...route: unknown[]): void {
    this.add('DELETE', route);
  }

  private add(verb: string, [path, handler]: unknown[]): void {
    this.settings.factory.routes.add(verb, path as string, handler as RouteHandler);
  }

  override status(reply: Reply, status: number): void {
    reply.status = status;
  }

  override reply(reply: Reply, body: Answer | string | undefined): void {
    reply.send(body === undefined && reply.status === 204 ? NO_CONTENT : answerOf(reply.status, body));
  }

  override end(reply: Reply, message?: string): void {
    this.reply(reply, message);
  }

  override isHeadersSent({ isSent }: Reply): boolean {
    return isSent;
  }

  override listen(...listener: unknown[]): Server {
    return this.httpServer.listen(...(listener as [port: number]));
  }

  /** Connections under way are the matter of whoever stops the service. */
  override close(): void {
    if (this.httpServer.listening) this.httpServer.close();
  }

  override getType(): string {
    return 'node:http';
  }

  override getRequestHostname(request: NgsiRequest): string {
    return request.header('host') ?? '';
  }

  override getRequestMethod({ method }: NgsiRequest): string {
    return method;
  }

  override getRequestUrl({ url }: NgsiRequest): string {
    return url;
  }

  /** The checks know every path: an unknown one never comes as far as Nest. */
  override setNotFoundHandler(): void {}

  /** Faults before the handler are answered here, those in it by the filter. */
  override setErrorHandler(): void {}

  override registerParserMiddleware(): void {}
  override enableCors = notPart;
  override createMiddlewareFactory = notPart;
  override useStaticAssets = notPart;
  override setViewEngine = notPart;
  override render = notPart;
  override redirect = notPart;
  override getHeader = notPart;
  override setHeader = notPart;
  override appendHeader = notPart;
  override applyVersionFilter = notPart;
}
