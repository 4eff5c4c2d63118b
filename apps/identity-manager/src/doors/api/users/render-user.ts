import type { UserExtra, UserRow } from '../../../database/entities/user.row';

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Keyrock kept the secret of the second factor in here; it must never leave. */
function renderExtra(extra: UserExtra | null): UserExtra | null {
  if (extra === null) return null;
  return Object.fromEntries(Object.entries(extra).filter(([name]) => name !== 'tfa'));
}

/** A user in a list. */
export const renderListedUser = (user: UserRow) => ({
  id: user.id,
  username: user.username,
  email: user.email,
  enabled: user.enabled,
  gravatar: user.gravatar,
  date_password: iso(user.datePassword),
  description: user.description,
  website: user.website,
});

/** A user by itself. */
export const renderUser = (user: UserRow) => ({
  id: user.id,
  username: user.username,
  email: user.email,
  enabled: user.enabled,
  admin: user.admin,
  image: user.image,
  gravatar: user.gravatar,
  date_password: iso(user.datePassword),
  description: user.description,
  website: user.website,
  extra: renderExtra(user.extra),
});

/** A user just created; members that the client did not send are left out, as in Keyrock. */
export const renderCreatedUser = (user: UserRow, sent: ReadonlySet<string>) => ({
  id: user.id,
  image: user.image,
  gravatar: user.gravatar,
  enabled: user.enabled,
  admin: user.admin,
  starters_tour_ended: user.startersTourEnded,
  eidas_id: user.eidasId ?? null,
  username: user.username,
  email: user.email,
  ...(sent.has('description') && { description: user.description }),
  ...(sent.has('website') && { website: user.website }),
  ...(sent.has('extra') && { extra: renderExtra(user.extra) }),
  date_password: iso(user.datePassword),
});

/** The owner of an API token. */
export const renderTokenUser = (user: UserRow) => ({
  id: user.id,
  username: user.username,
  email: user.email,
  date_password: iso(user.datePassword),
  enabled: user.enabled,
  admin: user.admin,
});
