import { type Entity, type OrderPosition } from '@smart-city/context';
import { renderEntity, type RenderOptions } from '@smart-city/ngsiv2';

/** How a list of entities is shown; plain data, so that it can go to another thread. */
export type ListOptions = Pick<RenderOptions, 'representation' | 'attrs' | 'metadata'>;

/** One page of entities as the text of a JSON list. */
export interface EntityListing {
  /** The list; where there is `more`, a list of the first of its entities. */
  readonly json: string;
  /**
   * Reads the entities that follow, as they are by then, as lists, one part after the other. Only of pages that would take much memory.
   *
   * @throws NgsiError  (rejects) as the query
   */
  readonly more?: () => AsyncIterable<string>;
  /** Of all that match; only when the query asked for it. */
  readonly count?: number;
  /** Where the next page begins: of a query with a cursor that may find more. */
  readonly next?: OrderPosition;
}

export const renderList = (entities: readonly Entity[], shown: ListOptions): string =>
  `[${entities.map((entity) => renderEntity(entity, shown)).join(',')}]`;
