import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { LogContext } from '@smart-city/logging';
import { badRequest, parseJson, parseJsonInSlices, NgsiError, type JsonValue } from '@smart-city/context';
import { readTraceContext, traceIdOf, type Span, type TraceContext } from '@smart-city/telemetry';
import type { RequestContext, RequestPreconditions } from '../context/request-context';
import type { RequestOption } from '../context/request-options';
import type { EntityGrants } from '../context/entity-grants';
import { loopTurns } from '../context/loop-turns';
import { ACCEPTS_ANYTHING, readAccept, type Accept } from './accept';
import type { Face, RequestFault } from './face';
import { percentDecode } from './percent-decoding';
import { isRepeated, lastField } from './repeated-fields';
import type { RequestFactory } from './request-factory';
import type { RouteOperation, Resource, RouteTable } from './route-table';
import { parseServicePaths, servedTenant, writePath } from './tenancy';
import { NO_PARAMETERS, type UrlParameters } from './url-parameters';

/** What is read of the first line and the header fields. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders' | 'socket'>;

const NO_BODY = Buffer.alloc(0);
/** Characters of a body that are parsed in one turn of the event loop. */
const SLICE = 8_192;
/** Clients say it themselves: no more of it goes into each log line. */
const LONGEST_ADDRESS = 64;
const AS_IPV6 = '::ffff:';

/** One HTTP request, read as the original reads it. Faults found while reading are remembered; checks report them in order. */
export class NgsiRequest implements RequestContext {
  readonly method: string;
  /** As sent, query included. */
  readonly url: string;
  /** Decoded; leading slashes count as one, one trailing slash is dropped; '' for the root. */
  readonly path: string;
  /** Path between slashes, decoded; an empty one for `//`. */
  readonly components: readonly string[];
  readonly resource: Resource | undefined;
  /** Operation that runs, if the request may use it. */
  readonly operation: RouteOperation | undefined;
  /** The protocol that it speaks. */
  readonly face: Face;
  readonly parameters: UrlParameters;
  readonly correlator: string;
  readonly contentType: string | undefined;
  /** Undefined when the body comes in chunks. */
  readonly contentLength: number | undefined;
  private readonly transaction: number;
  /** From its head to its answer, milliseconds; 0 before that. */
  tookMs = 0;
  readonly accept: Accept;
  /** Empty until the request is admitted: `admission.ts`. */
  body: Buffer = NO_BODY;
  /** The JSON body, once an operation has parsed it. */
  parsedBody: JsonValue | undefined;
  /** The body as JSON, where it was parsed before anybody asked for it. @throws NgsiError  ParseError */
  private ahead: (() => JsonValue) | undefined;
  /** Told when the answer is there, or when there will be none. */
  onAnswer: (() => void) | undefined;
  /** Time that parsing the body took. */
  parsedMs = 0;
  /** The body was not what the operation takes. */
  hasPayloadFault = false;
  /** The statistics of requests leave it out: a payload of NGSIv1 that was refused. */
  isLeftOut = false;
  /** Why the request was refused. */
  fault: RequestFault | undefined;
  /** What the log says of that, where a check of the request itself refused it. */
  faultDetail: string | undefined;
  /** The operation got as far as the database. */
  usesStore = false;
  servicePaths: readonly string[] | undefined;
  /** The one token of the request, found by enforcement. */
  token: string | undefined;
  /** Who asks, found by enforcement. */
  callerId: string | undefined;
  /** Set by enforcement where the bearer may not do everything. */
  grants: EntityGrants | undefined;
  /** Present when traces are recorded. */
  span: Span | undefined;
  private readonly startedAtMs = performance.now();
  private readonly repeatsFields: boolean;
  private forwards = 0;
  private notifications = 0;
  private knownTenant: string | undefined;
  private logContext: LogContext | undefined;

  constructor(
    private readonly incoming: RequestHead,
    private readonly factory: RequestFactory,
    /** Undefined for a request whose body nobody reads. */
    readonly bodySource?: Readable,
  ) {
    const { headers } = incoming;
    this.repeatsFields = Object.keys(headers).length * 2 < incoming.rawHeaders.length;
    this.method = incoming.method!;
    this.url = incoming.url!;
    const query = this.url.indexOf('?');
    const sent = pathOf(query === -1 ? this.url : this.url.slice(0, query));
    this.path = trimmed(PLAIN.test(sent) ? sent : percentDecode(sent));
    this.components = componentsOf(this.path);
    if (sent.includes('%')) this.components = splitAsSent(sent, this.components, factory.routes);
    this.resource = factory.routes.find(this.components);
    this.operation = this.resource?.operations.get(this.method);
    this.face = this.resource?.face ?? factory.routes.faceOf(this.components);
    this.parameters =
      query === -1 || query === this.url.length - 1
        ? NO_PARAMETERS
        : this.face.readParameters(this.url.slice(query + 1), this.mayChangeSelection);
    this.correlator = this.header('fiware-correlator') || factory.nextCorrelator();
    this.contentType = mediaType(this.header('content-type'));
    this.contentLength =
      headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined;
    this.transaction = factory.transactions.next();
    const { accept } = headers;
    this.accept = accept === undefined || accept === '*/*' ? ACCEPTS_ANYTHING : readAccept(accept);
  }

  /** The face that tells of a bad or unknown path or a wrong verb. */
  get routingFace(): Face {
    return this.factory.routes.routingFaceOf(this.components);
  }

  /** Whether it asks for what is not for clients; of a path that there is not, whether it looks so. */
  get isForOperators(): boolean {
    if (this.resource === undefined) return this.factory.routes.isOperatorArea(this.components);
    return (this.operation?.facts.audience ?? this.resource.audience) !== 'clients';
  }

  get options(): ReadonlySet<RequestOption> {
    return this.parameters.options;
  }

  get extendedQuery(): boolean {
    return this.factory.extendedQuery || this.options.has('extendedQuery');
  }

  /** Whether the operation changes whatever the URL parameters select. */
  get changesSelection(): boolean {
    return this.operation?.facts.selection === 'parameters';
  }

  /** Whether it may do so, by a filter in the body, too. */
  get mayChangeSelection(): boolean {
    return this.operation?.facts.selection !== undefined;
  }

  get authToken(): string | undefined {
    return this.factory.tokenHosts === undefined ? this.header('x-auth-token') : undefined;
  }

  tokenFor(host: string, port: number): string | undefined {
    const { tokenHosts } = this.factory;
    return tokenHosts === undefined || tokenHosts.has(host, port) ? this.header('x-auth-token') : undefined;
  }

  get attrsFormat(): string | undefined {
    return this.header('ngsiv2-attrsformat');
  }

  get wantsTag(): boolean {
    return this.factory.tagsAll || this.preconditions !== undefined;
  }

  get preconditions(): RequestPreconditions | undefined {
    const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = this.incoming.headers;
    return ifMatch === undefined && ifNoneMatch === undefined ? undefined : { ifMatch, ifNoneMatch };
  }

  /** Names and values as they came, repetitions included. */
  get rawHeaders(): readonly string[] {
    return this.incoming.rawHeaders;
  }

  /** The last of a repeated field counts, as in the original; Node keeps the first of some and joins others. */
  header(name: string): string | undefined {
    if (this.repeatsFields) return lastField(this.rawHeaders, name);
    const value = this.incoming.headers[name];
    return Array.isArray(value) ? value[0] : value;
  }

  /** Whether a field came more than once. */
  repeats(name: string): boolean {
    return this.repeatsFields && isRepeated(this.rawHeaders, name);
  }

  /** @throws NgsiError  400; remembered in `servicePaths` otherwise, which stay undefined without the header. PATCH and DELETE name one path, whatever they are for, if not for what a filter selects. */
  readServicePaths(): void {
    const header = this.header('fiware-servicepath');
    if (header === undefined || header === '') return;
    this.servicePaths = parseServicePaths(header);
    if (this.changesSelection && this.parameter('limit') !== undefined) return;
    if (this.method === 'PATCH' || this.method === 'DELETE') writePath(this.servicePaths, this.method);
  }

  /** Whoever asks for it goes to its database. @throws NgsiError  400, checked even without multi-tenancy; 403 */
  get tenant(): string {
    this.usesStore = true;
    return this.readTenant();
  }

  /** @see tenant, for those who only want to know */
  readTenant(): string {
    if (this.knownTenant === undefined) {
      const header = this.tenantField();
      this.knownTenant = header === undefined ? '' : servedTenant(header, this.factory);
    }
    return this.knownTenant;
  }

  /** @see tenant; undefined when the name is none */
  validTenant(): string | undefined {
    try {
      return this.readTenant();
    } catch (error) {
      if (error instanceof NgsiError) return undefined;
      throw error;
    }
  }

  get service(): string {
    return this.tenantField()?.toLowerCase() ?? '';
  }

  /** The header field that names the tenant, as it came. */
  tenantField(): string | undefined {
    for (const name of this.face.tenantHeaders) {
      const value = this.header(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** The JSON body. @throws NgsiError  ParseError */
  json(): JsonValue {
    if (this.parsedBody === undefined) {
      const startedMs = performance.now();
      this.hasPayloadFault = true;
      this.parsedBody = this.ahead?.() ?? parseJson(this.body);
      this.hasPayloadFault = false;
      this.parsedMs += performance.now() - startedMs;
    }
    return this.parsedBody;
  }

  /** The JSON body of a dialect in which every scalar is a text. @throws NgsiError  ParseError */
  jsonOfTexts(): JsonValue {
    return this.ahead?.() ?? parseJson(this.body, { asTexts: true });
  }

  /** Parses a large body in slices. A fault in it is kept for whoever asks for the JSON, so that faults come in their order. */
  async parseAhead(): Promise<void> {
    if (this.contentType !== 'application/json') return;
    const startedMs = performance.now();
    try {
      const value = await parseJsonInSlices(this.body, SLICE, loopTurns.next, {
        asTexts: this.face.readsTexts,
      });
      this.ahead = () => value;
    } catch (fault) {
      this.ahead = () => {
        throw fault;
      };
    }
    this.parsedMs = performance.now() - startedMs;
    // The operation has a turn of its own.
    await loopTurns.next();
  }

  /** The variable part of the path that the route calls so, as it came. */
  pathPart(name: string): string {
    return this.components[this.resource!.positions.get(name)!]!;
  }

  /** The same, when it names an entity, attribute or type. @throws NgsiError  400 `invalid character in URI` */
  pathName(name: string): string {
    const part = this.pathPart(name);
    if (!/^[!$%*+,.0-:@-~-]*$/.test(part)) throw badRequest('invalid character in URI');
    return part;
  }

  parameter(name: string): string | undefined {
    return this.parameters.values.get(name);
  }

  /** Whether the connection is one of TLS. */
  get isEncrypted(): boolean {
    return 'encrypted' in this.incoming.socket;
  }

  /** Of the connection, whatever a header claims; IPv4 without the prefix that a socket for both families gives it. */
  get clientAddress(): string {
    const { remoteAddress = 'IP unknown' } = this.incoming.socket;
    return remoteAddress.startsWith(AS_IPV6) ? remoteAddress.slice(AS_IPV6.length) : remoteAddress;
  }

  /** Of the request's own span, else as it came. */
  get trace(): TraceContext | undefined {
    return this.span?.context ?? readTraceContext((name) => this.header(name));
  }

  private get claimedAddress(): string {
    return this.header('x-real-ip') || this.header('x-forwarded-for') || this.clientAddress;
  }

  get log(): LogContext {
    this.logContext ??= {
      correlator: this.correlator,
      transaction: this.factory.transactions.textOf(this.transaction),
      from: this.claimedAddress.slice(0, LONGEST_ADDRESS),
      service: this.service,
      servicePath: this.header('fiware-servicepath') ?? '',
      ...(this.span && { traceId: traceIdOf(this.span.context) }),
    };
    return this.logContext;
  }

  /** The answer has been written. */
  answered(): void {
    this.tookMs = performance.now() - this.startedAtMs;
  }

  nextForwardCorrelator(): string {
    return `${this.correlator}; cbfwd=${++this.forwards}`;
  }

  nextNotificationCorrelator(): string {
    return `${this.correlator}; cbnotif=${++this.notifications}`;
  }
}

/** Nothing to decode: no escape, nothing beyond ASCII. */
const PLAIN = /^[!-$&-~]*$/;

/** An absolute-form target names a host before the path. */
const pathOf = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');

function trimmed(path: string): string {
  const open = path.endsWith('/') ? path.slice(0, -1) : path;
  return open.startsWith('//') ? open.replace(/^\/+/, '/') : open;
}

const componentsOf = (path: string): readonly string[] => (path === '' ? [] : path.slice(1).split('/'));

/** The components of a path with escapes: told apart before they are decoded, where its face has it so. */
const splitAsSent = (sent: string, decoded: readonly string[], routes: RouteTable): readonly string[] =>
  routes.faceOf(decoded).splitsBeforeDecoding ? componentsOf(trimmed(sent)).map(percentDecode) : decoded;

function mediaType(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const end = header.indexOf(';');
  return (end === -1 ? header : header.slice(0, end)).trim();
}
