import { authorization } from './authorization';
import type { Difference } from './difference';
import { errors } from './errors';
import { management } from './management';
import { revocation } from './revocation';
import { tokenEndpoint } from './token-endpoint';
import { user } from './user';

/** All differences, in the order in which they are applied. */
export const differences: readonly Difference[] = [
  ...tokenEndpoint,
  ...user,
  ...authorization,
  ...revocation,
  ...management,
  ...errors,
];
