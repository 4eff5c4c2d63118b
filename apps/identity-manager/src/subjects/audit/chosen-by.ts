import { Forbidden } from '../../faults/faults';
import { chosen } from '../../validation/chosen-id';
import type { Actor } from './actor';

/**
 * The id that an administrator chose for what they make; undefined when one is to be made. Others outside know applications and
 * organizations by their ids: with that of a deleted one anybody could take its place.
 *
 * @throws Forbidden when somebody else sends an id
 */
export function chosenBy({ user }: Actor, id: string | null | undefined): string | undefined {
  const wanted = chosen(id);
  if (wanted !== undefined && !user.admin) throw new Forbidden('notAuthorized');
  return wanted;
}
