/**
 * What has to come of a hostile request. Whatever it is, no request is answered with a fault of the server (5xx but 501), tells
 * how the service is made, gets a header of its own into an answer, or is sent on to another host.
 * - `refused`: 4xx or 501, or the connection is closed
 * - `harmless`: that, or it is taken for what it says (2xx, or 3xx within the service)
 */
export type Outcome = 'refused' | 'harmless';

export interface HostileRequest {
  readonly method?: string;
  /** As it goes into the request line. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects go as JSON. Text may hold bytes (Latin-1). */
  readonly body?: unknown;
  /** The whole request, byte for byte (Latin-1), instead of the members above. `{{host}}` is filled in. */
  readonly raw?: string;
  readonly outcome: Outcome;
}

/** Requests of one kind, to one of the services. `{{token}}` and others stand for what the run has made. */
export interface HostileGroup {
  readonly name: string;
  readonly to: 'broker' | 'guarded broker' | 'identity manager';
  readonly requests: readonly HostileRequest[];
}

/** Every combination. */
export const combine = <A, B, C>(as: readonly A[], bs: readonly B[], make: (a: A, b: B) => C): readonly C[] =>
  as.flatMap((a) => bs.map((b) => make(a, b)));

export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
