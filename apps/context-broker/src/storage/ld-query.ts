import { NgsiError, type Entity, type EntityArea } from '@smart-city/context';
import type { LdFilter } from '@smart-city/ngsild';

/**
 * What NGSI-LD asks of a store: entities of all service paths, each id once (the oldest that has it), as they are now. It is
 * plain data.
 */
export interface LdStoreQuery {
  readonly filter: LdFilter;
  /** Besides, of each of these lists in one of its areas; an empty one of them selects nothing. */
  readonly within?: readonly (readonly EntityArea[])[];
  /** 0 answers no entities (the count is still right). */
  readonly limit: number;
  readonly offset: number;
  /** Also count all matches. */
  readonly count: boolean;
}

/** One page, in the order of the filter, else in that of creation. */
export interface LdPage {
  readonly entities: readonly Entity[];
  /** Only when the query asked for it. */
  readonly count?: number;
}

/** One page as texts. */
export interface LdTexts {
  readonly texts: readonly string[];
  /** Only when the query asked for it. */
  readonly count?: number;
}

/** The ids of a page, however long. */
export interface LdIds {
  readonly ids: readonly string[];
  /** Only when the query asked for it. */
  readonly count?: number;
}

/** Renderer of the text of an entity. */
export interface EntityRenderer {
  readonly render: (entity: Entity) => string;
  /** Texts of one key are alike for entities that are alike, so that a store may keep them. Absent: they are not kept. */
  readonly key?: string;
}

/** Entities that one ordered query may sort: a query that selects more is refused. */
export const MOST_SORTED = 200_000;

export const tooManyToSort = (): NgsiError =>
  new NgsiError('TooManyResults', `more than ${MOST_SORTED} entities would have to be sorted`);

/** How many entities have a type, or an attribute of a type. */
export interface TypeFact {
  readonly type: string;
  /** Entities have the type beside their first: those of the same attribute are counted at their first type, too. */
  readonly isFurther: boolean;
  /** Absent: entities are counted. */
  readonly attribute?: {
    readonly name: string;
    /** Kind of NGSI-LD, or the type that NGSIv2 gave it. */
    readonly type: string;
  };
  readonly count: number;
}
