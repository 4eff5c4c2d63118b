import type { JsonObject, JsonValue } from '@smart-city/context';
import {
  badRequestData,
  CORE_CONTEXT_URL,
  contextWithCore,
  type LdContext,
  type NgsiLdFault,
} from '@smart-city/ngsild';
import { goOn, type AtHand } from '../../context/at-hand';
import { fromRequest } from '../../http/parameters';
import type { NgsiRequest } from '../../http/ngsi-request';
import { contextLink } from './contexts/link-header';
import { checkKnown, flagOf, type LdParameterValues } from './ld-parameters';
import { LD_TYPE, negotiate, type LdMediaType } from './negotiate';

/** Parameters and abilities of an operation. */
export interface LdOperation {
  /** URL parameters that it knows. */
  readonly parameters: ReadonlySet<string>;
  /** It can answer with GeoJSON. */
  readonly showsGeo?: boolean;
}

/** Declares what an operation is asked. */
export const operation = (...parameters: readonly string[]): LdOperation => ({
  parameters: new Set(parameters),
});

/** The context of a request: as it was given, and compiled. */
export interface GivenContext {
  /** Undefined for none. */
  readonly given: JsonValue | undefined;
  readonly names: LdContext;
}

/** Compiles contexts: `ContextsService`. */
export interface ContextCompiler {
  compile(tenant: string, given: JsonValue | undefined): AtHand<LdContext>;
}

/** One request of NGSI-LD, with its parameters checked. */
export class LdCall {
  /** @throws InvalidRequest, BadRequestData  its parameters are not those of the operation */
  constructor(
    readonly request: NgsiRequest,
    readonly operation: LdOperation,
  ) {
    if (this.parameters.size === 0) return;
    checkKnown(this.parameters, operation.parameters);
    flagOf(this.parameters, 'local');
  }

  get parameters(): LdParameterValues {
    return this.request.parameters.values;
  }

  get tenant(): string {
    return this.request.tenant;
  }

  parameter(name: string): string | undefined {
    return this.parameters.get(name);
  }

  /** A part of the path, decoded. */
  part(name: string): string {
    return this.request.pathPart(name);
  }

  /** The type that an answer has. The checks of the face have refused a client that takes none. */
  get mediaType(): LdMediaType {
    return negotiate(this.request.header('accept'), this.operation.showsGeo === true) ?? 'application/json';
  }

  /** Scheme and host of the broker, as the client names them. */
  get origin(): string {
    return `${this.request.isEncrypted ? 'https' : 'http'}://${this.request.header('host') ?? 'localhost'}`;
  }

  /** The body as JSON. @throws InvalidRequest  it is none */
  json(): JsonValue {
    return this.request.json();
  }

  /** True where the context of the request stands in its body. */
  get hasContextInBody(): boolean {
    return this.request.contentType === LD_TYPE;
  }

  /** The context of a request without a body. @throws BadRequestData */
  contextOfLink(contexts: ContextCompiler): AtHand<GivenContext> {
    const given = contextLink(this.request.header('link'));
    return goOn(contexts.compile(this.tenant, given), (names) => ({ given, names }));
  }

  /**
   * The context of a request whose body is one object (GS CIM 009 §6.3.5).
   *
   * @throws BadRequestData  it is missing, or stands where it must not
   */
  contextOfBody(body: JsonObject, contexts: ContextCompiler): AtHand<GivenContext> {
    const link = contextLink(this.request.header('link'));
    const own = body.get('@context');
    const fault = contextFault(this.hasContextInBody, own, link);
    if (fault !== undefined) throw fault;
    const given = own ?? link;
    return goOn(contexts.compile(this.tenant, given), (names) => ({ given, names }));
  }
}

/** Tells whether the context of a body stands where its media type wants it; undefined where all is well. */
export function contextFault(
  isInBody: boolean,
  own: JsonValue | undefined,
  link: string | undefined,
): NgsiLdFault | undefined {
  const misplaced = (detail: string) => badRequestData('Misplaced @context', detail);
  if (!isInBody && own !== undefined)
    return misplaced('The body is application/json: its @context belongs into a Link header');
  if (isInBody && own === undefined) return misplaced('The body is application/ld+json, and has no @context');
  if (isInBody && link !== undefined)
    return misplaced('The body has a @context: a Link header must not name another one');
  return undefined;
}

/** The `@context` that answers name where the request gave none or one. */
export const shownContext = ({ given }: Pick<GivenContext, 'given'>): JsonValue =>
  given === undefined ? CORE_CONTEXT_URL : contextWithCore(given);

/**
 * Takes the request of an operation. It stands last among the parameters of a handler, so that an unknown URL parameter is refused
 * before anything else is read.
 */
export const Call = fromRequest((request, operation: LdOperation) => new LdCall(request, operation));
