import { badRequest, type EntityQuery, type OrderPosition } from '@smart-city/context';

/** What a client is told whose cursor no page of this order can have answered. */
const noSuchPosition = () => badRequest('the cursor is none that was given out for this order');

export const noCursor = (why: string) => badRequest(`there is no cursor for this order: ${why}`);

/** @throws NgsiError  400 for an order by distance, whose positions a moving world does not keep */
export function checkCursor({ cursor, orderBy }: EntityQuery): void {
  if (cursor !== undefined && orderBy.some(({ by }) => by === 'distance'))
    throw noCursor('distances are none that a page could go on from');
}

/** Whether a page may have a next one. */
export const isFull = (page: { readonly length: number }, { limit }: EntityQuery): boolean =>
  limit > 0 && page.length === limit;

/** @throws NgsiError  400 for a position with other values than the order has */
export function checkedPosition(
  position: OrderPosition,
  types: readonly ('number' | 'string' | 'any')[],
): OrderPosition {
  const fits =
    position.length === types.length &&
    position.every((value, at) => types[at] === 'any' || typeof value === types[at]);
  if (!fits) throw noSuchPosition();
  return position;
}
