import { jsonObject } from '../../validation/json-object';
import { detailsOf } from './user-details';
import type { ChangeUser } from './user-input';
import type { UserWishes } from './user-wishes';

/** Empty is unchanged, null clears. */
const text = (sent: string | null | undefined) => (sent === '' ? undefined : sent);

/** What a change asks for, its password apart. */
export const wishesOf = (input: ChangeUser): UserWishes => ({
  username: input.username,
  email: input.email,
  ...detailsOf((name) => text(input[name])),
  gravatar: input.gravatar ?? undefined,
  extra: jsonObject(input.extra),
  emailVerified: input.email_verified ?? undefined,
  enabled: input.enabled ?? undefined,
  admin: input.admin ?? undefined,
});
