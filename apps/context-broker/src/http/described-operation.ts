import type { ApiParameter } from '@smart-city/api-viewer';

/** One operation as it is written down: what is not said follows from path and verb. */
export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly isDeprecated?: true;
  /** Names of `components/parameters`. */
  readonly parameters?: readonly string[];
  /** Parameters of this operation alone. */
  readonly own?: readonly ApiParameter[];
  /** A body with an example that is accepted, and the name of its schema. */
  readonly body?: { readonly schema: string; readonly example: unknown };
  /** Status of success; 200 unless given. */
  readonly status?: number;
  /** Schema of what a 200 carries: a name, with that of its GeoJSON where there is one, whether it may be a stream of events, or another media type than JSON. */
  readonly answer?:
    | { readonly schema: string; readonly geoJson?: string; readonly isLive?: true }
    | { readonly mediaType: string };
  /** Names of `components/responses`, by status. */
  readonly faults?: readonly Fault[];
}

export type Fault =
  | 'BadRequest'
  | 'NotFound'
  | 'TooManyResults'
  | 'NotAcceptable'
  | 'PreconditionFailed'
  | 'Unprocessable'
  | 'TooManyRequests';

/** By verb and registered path: `GET /v2/entities/:id`. */
export type Operations = Readonly<Record<string, Operation>>;

/** Operations under one heading of the document. */
export interface DescribedGroup {
  readonly tag: string;
  readonly description?: string;
  /** Told behind those of the broker itself, and marked. */
  readonly isDeprecated?: boolean;
  readonly operations: Operations;
}

/** An URL parameter; with an example it is one that a broker accepts. */
export const query = (name: string, description: string, example?: string) => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
  ...(example !== undefined && { example }),
});
