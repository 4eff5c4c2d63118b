import type { UserExtra, UserRow } from '../../../database/entities/user.row';
import { AnyObject, Text, TextOrNull, Time, Truth } from '../../../openapi/described';
import { detailsOf, USER_DETAILS } from '../../../subjects/users/user-details';

/** Beside its own members an answer has the details of the user. */
const WithDetails =
  (required: boolean): ClassDecorator =>
  ({ prototype }) => {
    for (const name of USER_DETAILS) TextOrNull({ required })(prototype as object, name);
  };

/** A user in a list. */
@WithDetails(true)
export class ListedUser {
  @Text() id!: string;
  @Text() username!: string;
  @Text() email!: string;
  @Truth() enabled!: boolean;
  @Truth() gravatar!: boolean;
  @Time() date_password!: string;
}

/** A user by itself. */
export class ShownUser extends ListedUser {
  @Truth() admin!: boolean;
  @Text({ description: 'File name of the picture.' }) image!: string;
  @AnyObject({ nullable: true }) extra!: UserExtra | null;
  @Truth({ required: false, description: 'Only where it is true.' }) email_verified?: boolean;
}

/** A user just created; members that the client did not send are left out, as in Keyrock. */
@WithDetails(false)
export class CreatedUser {
  @Text() id!: string;
  @Text() image!: string;
  @Truth() gravatar!: boolean;
  @Truth() enabled!: boolean;
  @Truth() admin!: boolean;
  @Truth() starters_tour_ended!: boolean;
  @TextOrNull() eidas_id!: string | null;
  @Text() username!: string;
  @Text() email!: string;
  @AnyObject({ nullable: true, required: false }) extra?: UserExtra | null;
  @Time() date_password!: string;
}

/** The owner of an API token. */
export class TokenUser {
  @Text() id!: string;
  @Text() username!: string;
  @Text() email!: string;
  @Time() date_password!: string;
  @Truth() enabled!: boolean;
  @Truth() admin!: boolean;
}

const shownDetails = (user: UserRow) => detailsOf((name) => user[name]);

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Keyrock kept the secret of the second factor in here; it must never leave. */
function renderExtra(extra: UserExtra | null): UserExtra | null {
  if (extra === null) return null;
  return Object.fromEntries(Object.entries(extra).filter(([name]) => name !== 'tfa'));
}

export const renderListedUser = (user: UserRow): ListedUser => ({
  id: user.id,
  username: user.username,
  email: user.email,
  enabled: user.enabled,
  gravatar: user.gravatar,
  date_password: iso(user.datePassword),
  ...shownDetails(user),
});

export const renderUser = (user: UserRow): ShownUser => ({
  id: user.id,
  username: user.username,
  email: user.email,
  enabled: user.enabled,
  admin: user.admin,
  image: user.image,
  gravatar: user.gravatar,
  date_password: iso(user.datePassword),
  ...shownDetails(user),
  extra: renderExtra(user.extra),
  // Clients of Keyrock meet it of those users only of whom it is known.
  ...(user.emailVerified && { email_verified: true }),
});

export const renderCreatedUser = (user: UserRow, sent: ReadonlySet<string>): CreatedUser => ({
  id: user.id,
  image: user.image,
  gravatar: user.gravatar,
  enabled: user.enabled,
  admin: user.admin,
  starters_tour_ended: user.startersTourEnded,
  eidas_id: user.eidasId ?? null,
  username: user.username,
  email: user.email,
  ...Object.fromEntries(Object.entries(shownDetails(user)).filter(([name]) => sent.has(name))),
  ...(sent.has('extra') && { extra: renderExtra(user.extra) }),
  date_password: iso(user.datePassword),
});

export const renderTokenUser = (user: UserRow): TokenUser => ({
  id: user.id,
  username: user.username,
  email: user.email,
  date_password: iso(user.datePassword),
  enabled: user.enabled,
  admin: user.admin,
});
