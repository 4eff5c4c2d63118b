import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { requestTimeouts } from '@smart-city/lifecycle';
import { fastify, type FastifyInstance } from 'fastify';
import { Answer, errorBody } from './answer';
import { NgsiRequest, type RequestFactory } from './ngsi-request';
import { readBody } from './read-body';
import { checkRequest, lengthRequired, tooLarge, type CheckSettings } from './request-checks';
import type { SendAnswer, SendToSocket } from './send-answer';
import { readUnknownMethod, type ParserFault } from './unparsed-request';

/** What a controller gets by `@Req()`. */
export interface Frame {
  readonly raw: IncomingMessage & { ngsi: NgsiRequest };
}

interface FrameReply {
  readonly raw: ServerResponse;
  readonly request: Frame;
  hijack(): unknown;
}

/** Stands before every handler when enforcement is on; an answer refuses the request. */
export interface Enforcement {
  /** Before the checks of a request: whether it says who asks. */
  admit(request: NgsiRequest): Answer | undefined;
  /** After them: whether the bearer may do what the handler would do. */
  decide(request: NgsiRequest): Answer | undefined | Promise<Answer | undefined>;
}

export interface HttpSettings extends CheckSettings {
  readonly factory: RequestFactory;
  /** Told of every request before it is checked. */
  readonly arrived: (request: NgsiRequest) => void;
  /** Undefined when requests need no token. */
  readonly enforcement: () => Enforcement | undefined;
  readonly send: SendAnswer;
  readonly sendToSocket: SendToSocket;
  readonly https: { readonly key: Buffer; readonly cert: Buffer } | undefined;
  /** 0: never. */
  readonly idleTimeoutMs: number;
  /** For a request to arrive as a whole; 0: for ever. */
  readonly requestTimeoutMs: number;
  readonly maxHeaderSize: number;
}

const UNROUTED = '/-';

/**
 * Nest's Fastify adapter, on the original's wire: requests are read and checked before they are routed, and answers
 * are written with its header spelling. Routes are registered by controllers as usual, which also fills the route table.
 */
export class BrokerHttpAdapter extends FastifyAdapter {
  constructor(private readonly http: HttpSettings) {
    const instance = createFastify(http);
    // The adapter's own hooks serve features that are off here (versioning, Helmet-like headers, 503 on closing).
    const addHook = instance.addHook;
    instance.addHook = (() => instance) as typeof instance.addHook;
    super(instance as never);
    instance.addHook = addHook;
    instance.addHook('onRoute', ({ method, path }) => {
      for (const verb of [method].flat()) http.factory.routes.add(verb, path);
    });
    instance.addHook('onRequest', (request, reply, done) => {
      const { ngsi } = request.raw as Frame['raw'];
      http.arrived(ngsi);
      const refuse = (answer: Answer) => {
        reply.hijack();
        // Answered without reading the body; what the client still sends is thrown away.
        request.raw.resume();
        http.send(ngsi, reply.raw, answer);
      };
      const enforcement = http.enforcement();
      const answer = enforcement?.admit(ngsi) ?? checkRequest(ngsi, http);
      if (answer) return refuse(answer);
      if (!enforcement) return done();
      const decision = enforcement.decide(ngsi);
      if (!(decision instanceof Promise)) return decision ? refuse(decision) : done();
      decision.then((refusal) => (refusal ? refuse(refusal) : done()), done);
    });
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser('*', (request, payload, done) => {
      const { ngsi } = request.raw as Frame['raw'];
      readBody(payload as IncomingMessage, http.maxPayloadSize, (outcome) => {
        if (outcome.kind === 'tooLarge') return done(tooLarge(outcome.size, http.maxPayloadSize));
        if (outcome.body.length === 0 && ngsi.method !== 'DELETE') return done(lengthRequired());
        ngsi.body = outcome.body;
        done(null, undefined);
      });
    });
  }

  /** No middleware is used, so none of its machinery is set up. */
  override async init(): Promise<void> {}

  override registerParserMiddleware(): void {}

  override reply(response: unknown, body: unknown): never {
    const reply = response as FrameReply;
    reply.hijack();
    this.http.send(reply.request.raw.ngsi, reply.raw, body instanceof Answer ? body : new Answer(500));
    return reply as never;
  }

  /** Answers carry their own status. */
  override status(reply: unknown): unknown {
    return reply;
  }
}

/** What Node's parser refuses is answered all the same, when there is anybody to answer. */
function answerParserFault(settings: HttpSettings, fault: ParserFault, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const message = readUnknownMethod(fault, socket);
  if (message) {
    const request = new NgsiRequest(message, settings.factory);
    settings.arrived(request);
    const answer = checkRequest(request, settings);
    if (answer) return settings.sendToSocket(request, socket, answer);
  }
  const isLate = fault.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const body = isLate
    ? errorBody('RequestTimeout', 'the request did not arrive in time')
    : errorBody('BadRequest', fault.message);
  socket.end(
    `HTTP/1.1 ${isLate ? '408 Request Timeout' : '400 Bad Request'}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function createFastify(http: HttpSettings): FastifyInstance {
  const { factory, https, idleTimeoutMs, requestTimeoutMs, maxHeaderSize } = http;
  const server = { ...requestTimeouts(requestTimeoutMs), maxHeaderSize };
  return fastify({
    logger: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    keepAliveTimeout: idleTimeoutMs || 72_000,
    connectionTimeout: idleTimeoutMs,
    requestTimeout: requestTimeoutMs,
    http: server,
    ...(https && { https: { ...https, ...server } }),
    routerOptions: { caseSensitive: true },
    clientErrorHandler: (fault: ParserFault, socket: Socket) => answerParserFault(http, fault, socket),
    // Reads the request before it is routed, and routes it by its resource: paths are decoded and compared as the original does.
    rewriteUrl(incoming: IncomingMessage) {
      const ngsi = new NgsiRequest(incoming, factory);
      (incoming as Frame['raw']).ngsi = ngsi;
      return ngsi.resource?.verbs.has(ngsi.method) ? ngsi.resource.path.replaceAll(':', '') : UNROUTED;
    },
  } as never) as unknown as FastifyInstance;
}
