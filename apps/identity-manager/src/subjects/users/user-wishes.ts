import type { UserRow } from '../../database/entities/user.row';
import type { Changeable, OptionalOfUser } from './users.repository';

/** What may be said of a user who is not there yet. */
type Optional =
  | 'id'
  | 'enabled'
  | 'awaitingActivation'
  | 'datePassword'
  | 'admin'
  | 'gravatar'
  | 'emailVerified'
  | OptionalOfUser;

/** A user who is not there yet. */
export interface NewUser extends Partial<Pick<UserRow, Optional>> {
  readonly username: string;
  readonly email: string;
  /** Undefined: nobody can log in until a password is set. */
  readonly password?: string | undefined;
}

/** What is to be different; undefined members stay as they are. */
export type UserWishes = { readonly [P in Changeable]?: UserRow[P] | undefined };

export interface ChangedUser {
  readonly user: UserRow;
  /** Names of the members that differ now, without the password. */
  readonly members: readonly string[];
}
