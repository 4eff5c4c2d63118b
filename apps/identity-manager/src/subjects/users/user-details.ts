import { LongText, Website } from '../../validation/members';
import { membersOf } from '../../validation/read-shape';

/**
 * What is told of a user as text, each member in the column of its name: whoever may change the user may, null clears it, and
 * the API and both forms show it. A new one is a line here.
 */
export class UserDetails {
  @LongText() description?: string | null;
  @Website() website?: string | null;
}

type Detail = keyof UserDetails;

/** Their names, in the order in which they are refused. */
export const USER_DETAILS: readonly Detail[] = membersOf(UserDetails);

/** Something for each detail: `detailsOf((name) => user[name])`. */
export const detailsOf = <Value>(take: (name: Detail) => Value): Readonly<Record<Detail, Value>> =>
  Object.fromEntries(USER_DETAILS.map((name) => [name, take(name)])) as Record<Detail, Value>;
