import type { JsonValue } from '@smart-city/context';

/**
 * Members of a query as they came: from the URL of `GET /entities`, or from the body of `POST /entityOperations/query`. Absent
 * members are undefined; lists are split, coordinates are parsed, names are not expanded yet.
 */
export interface LdQueryMembers {
  readonly selectors: readonly {
    readonly ids?: readonly string[];
    readonly idPattern?: string;
    readonly type?: string;
  }[];
  readonly attrs?: readonly string[];
  readonly q?: string;
  readonly csf?: string;
  readonly scopeQ?: string;
  readonly georel?: string;
  readonly geometry?: string;
  readonly coordinates?: JsonValue;
  readonly geoproperty?: string;
  readonly pick?: string;
  readonly omit?: string;
  readonly datasetId?: readonly string[];
  readonly lang?: string;
  readonly join?: string;
  /** As text: what is no positive integer is refused. */
  readonly joinLevel?: string;
  readonly containedBy?: readonly string[];
  readonly expandValues?: readonly string[];
  readonly jsonKeys?: readonly string[];
  readonly orderBy?: readonly string[];
  readonly collation?: string;
  readonly orderFrom?: JsonValue;
  readonly orderGeometry?: string;
  readonly geometryProperty?: string;
  readonly local?: boolean;
  readonly splitEntities?: boolean;
  readonly entityMap?: boolean;
  readonly entityMapLifetime?: string;
}
