import type { GeoQuery } from './geo-query';
import type { SimpleQuery } from './simple-query';

/** Selects entities by identity. Every member given must hold; none given selects everything. */
export interface EntitySelector {
  readonly ids?: readonly string[];
  /** Regular expression, unanchored. */
  readonly idPattern?: string;
  readonly types?: readonly string[];
  /** Regular expression, unanchored. */
  readonly typePattern?: string;
}

/** One service path of a query: exact, or itself and everything below when `subtree`. */
export interface ServicePathFilter {
  /** Without trailing `/#`; '/' with `subtree` means no filter at all. */
  readonly path: string;
  readonly subtree: boolean;
}

/** Some entities of a tenant. */
export interface EntityArea {
  readonly selector: EntitySelector;
  readonly servicePaths: readonly ServicePathFilter[];
}

/** Where reads look: one tenant, any of the service paths. */
export interface ReadTenancy {
  readonly tenant: string;
  readonly servicePaths: readonly ServicePathFilter[];
}

export type OrderKey =
  | {
      readonly by: 'id' | 'type' | 'dateCreated' | 'dateModified' | 'servicePath';
      readonly descending: boolean;
    }
  | { readonly by: 'attribute'; readonly name: string; readonly descending: boolean }
  | { readonly by: 'distance' };

/**
 * A place in an order of entities: what the last one of a page sorts by, in the terms of the store that answered it. Bytes
 * are a list of one text in base64.
 */
export type OrderPosition = readonly (null | number | string | readonly [base64: string])[];

/** What a query asks of the store. Rendering (attrs, metadata, options) is not the store's business. */
export interface EntityQuery {
  /** Any of these; an empty list selects everything. */
  readonly selectors: readonly EntitySelector[];
  readonly q?: SimpleQuery;
  readonly mq?: SimpleQuery;
  readonly geo?: GeoQuery;
  /** Besides, of each of these lists in one of its areas; an empty one of them selects nothing. */
  readonly within?: readonly (readonly EntityArea[])[];
  /** The deprecated `attributes` of op/query: entities that have at least one of these. */
  readonly anyOfAttributes?: readonly string[];
  /** Empty: creation date, ascending. */
  readonly orderBy: readonly OrderKey[];
  /** 0 answers no entities (the count is still right). */
  readonly limit: number;
  readonly offset: number;
  /** The page begins behind a position (without one: at the first entity), and is answered with the next; `offset` is 0 then. */
  readonly cursor?: { readonly after?: OrderPosition };
  /** Also count all matches. */
  readonly count: boolean;
}
