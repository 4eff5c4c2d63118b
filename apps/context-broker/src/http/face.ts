import type { Answer } from './answer';
import type { DescribedGroup } from './described-operation';
import type { NgsiRequest } from './ngsi-request';
import type { UrlParameters } from './url-parameters';

/** Fault of a request as the log and the alarms see it. */
export interface RequestFault {
  /** HTTP status that stands for it. */
  readonly status: number;
  readonly message: string;
  /** Text for the log, where that is more than the message. */
  readonly logged?: string | undefined;
  readonly cause?: unknown;
}

/** Settings of the running broker that checks know. */
export interface CheckSettings {
  readonly maxPayloadSize: number;
  /** Keeps strangers from what is for operators, and is asked of nothing else; undefined where everybody may use that. */
  readonly operators: ((request: NgsiRequest) => void) | undefined;
  /** Whether the request says who asks; undefined when nobody has to. A person may be sent to sign in. */
  readonly credentials: ((request: NgsiRequest) => Answer | void) | undefined;
  /** Undefined when CORS is off. */
  readonly corsOrigin: string | undefined;
}

/** One check of a request before its body is read. */
export interface Check {
  /** Passes (undefined), answers, or throws a fault that the face knows. */
  readonly run: (request: NgsiRequest, settings: CheckSettings) => Answer | undefined | void;
  /** Text for the log about a request that is refused, where the text of the fault would not do. */
  readonly logged?: (request: NgsiRequest, fault: RequestFault) => string;
  /** It looks at the path alone: what it refuses is told by the face of unknown paths. */
  readonly isOfPath?: boolean;
}

/**
 * One protocol over the entities: what the frame knows of it. A face registers itself ({@link RouteTable.speak}) when its
 * module is made, before routes are registered. What the frame refuses itself (credentials, size of the body, turns, faults
 * of Node's parser) comes to it as NgsiError.
 */
export interface Face {
  /** First components of its paths: `v2`. In lower case where letter case does not count. */
  readonly prefixes: readonly string[];
  /** Letter case counts in the fixed parts of its paths. */
  readonly exactCase: boolean;
  /** A variable part of its paths may be empty (`/v2/entities//attrs`): a check refuses it, not the route table. */
  readonly takesEmptyParts: boolean;
  /** Parts of a path are told apart before they are decoded, so that one may hold a slash (`%2F`). */
  readonly splitsBeforeDecoding: boolean;
  /** Header fields that name the tenant, in lower case: the first that is there counts. */
  readonly tenantHeaders: readonly [string, ...string[]];
  /** Scalars of JSON bodies are read as texts. */
  readonly readsTexts: boolean;
  /** Time that reading bodies took is told apart from that of others (`-statTiming`). */
  readonly isTimedApart: boolean;
  /** Every known path answers preflights, and counts them. */
  readonly answersPreflights: boolean;
  /** Rows of `/statistics` that are told whether they were used or not; undefined: those that were used. */
  readonly statistics?: FaceStatistics | undefined;
  /** Its operations, for the OpenAPI document: it shows those that have a route. */
  readonly described?: readonly DescribedGroup[];
  /** URL parameters that routes which hold to grants know of; another may ask for what is not held to them. */
  readonly grantedParameters: ReadonlySet<string>;
  /** In the order in which they are made, after credentials and size of the body, before it is asked whether there is a route. */
  readonly checks: readonly Check[];

  /**
   * Reads the URL parameters.
   *
   * @param query             without `?`, not empty
   * @param changesSelection  `limit` then bounds how many are changed
   */
  readParameters(query: string, changesSelection: boolean): UrlParameters;
  /** Whether pages of other origins may ask for this (CORS). */
  opensToOrigins(request: NgsiRequest): boolean;
  /** The fault of an unknown path. */
  noSuchPath(request: NgsiRequest): Error;
  /** The fault of a known path with a verb that it has not. @param allow  the verbs it has, as `Allow` says them */
  noSuchVerb(request: NgsiRequest, allow: string): Error;
  /** The fault that was thrown; undefined for what is none of a request: it is logged, and told as `internalFault`. */
  faultOf(thrown: unknown): RequestFault | undefined;
  internalFault(): RequestFault;
  /** The answer of a fault that it has named. */
  faultAnswer(request: NgsiRequest, fault: RequestFault): Answer;
  /** Takes note of every request of the face, refused or not. */
  answered?(request: NgsiRequest, answer: Answer): void;
  /** Whether it tells of unknown paths below no prefix, by their first component; absent: it does not. */
  tellsUnknown?(first: string): boolean;
}

/** Rows of `/statistics` that a face has from the start. */
export interface FaceStatistics {
  readonly first: readonly string[];
  /** Rows that stand behind those of operations. */
  readonly last: readonly string[];
  /** Verbs that are counted in a row without there being such an operation. */
  readonly countedOnly: readonly (readonly [row: string, verb: string])[];
}
