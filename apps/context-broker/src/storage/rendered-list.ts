import { type Entity, type OrderPosition } from '@smart-city/context';
import { renderEntity, type RenderOptions } from '@smart-city/ngsiv2';

/** How a list of entities is shown; plain data, so that it can go to another thread. */
export type ListOptions = Pick<RenderOptions, 'representation' | 'attrs' | 'metadata'>;

/** One page of entities as the text of a JSON list. */
export interface EntityListing {
  readonly json: string;
  /** Of all that match; only when the query asked for it. */
  readonly count?: number;
  /** Where the next page begins: of a query with a cursor that may find more. */
  readonly next?: OrderPosition;
}

export const renderList = (entities: readonly Entity[], shown: ListOptions): string =>
  `[${entities.map((entity) => renderEntity(entity, shown)).join(',')}]`;
