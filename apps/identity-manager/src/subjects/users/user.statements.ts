import { UserRow } from '../../database/entities/user.row';
import { propertiesOf } from '../../database/names';
import { deleteWhere, insertInto, updateWhere } from '../../database/statements';

/*
 * Statements on users that are part of something bigger, or that one of several requests at once must win.
 */

export const insertion = insertInto(UserRow, propertiesOf(UserRow));

export const removal = deleteWhere(UserRow, (user) => `${user.id} = ?`);

/** A sign-up for an address, by its key, that was never confirmed: it blocks nobody. */
export const removalOfUnconfirmed = deleteWhere(
  UserRow,
  (user) => `${user.emailLower} = ? AND ${user.awaitingActivation} = TRUE AND ${user.enabled} = FALSE`,
);

export const passwordChange = updateWhere(
  UserRow,
  ['passwordHash', 'datePassword'],
  (user) => `${user.id} = ?`,
);

/** Unless the password was changed meanwhile. */
export const rehash = updateWhere(
  UserRow,
  ['passwordHash'],
  (user) => `${user.id} = ? AND ${user.datePassword} = ?`,
);

export const activation = updateWhere(
  UserRow,
  ['enabled', 'awaitingActivation', 'loginName'],
  (user) => `${user.id} = ? AND ${user.awaitingActivation} = TRUE`,
);

export const emailChange = updateWhere(
  UserRow,
  ['email', 'emailLower', 'emailVerified', 'updatedAt'],
  (user) => `${user.id} = ?`,
);

/** Unless the address has changed since the link went there. */
export const emailVerification = updateWhere(
  UserRow,
  ['emailVerified'],
  (user) => `${user.id} = ? AND ${user.emailLower} = ?`,
);

export const tourEnd = updateWhere(UserRow, ['startersTourEnded'], (user) => `${user.id} = ?`);

export const signIn = updateWhere(UserRow, ['lastSignInAt'], (user) => `${user.id} = ?`);

export const timeZoneChange = updateWhere(UserRow, ['timeZone'], (user) => `${user.id} = ?`);

export const secondFactorChange = updateWhere(
  UserRow,
  ['totpSecret', 'totpLastStep', 'totpRecovery'],
  (user) => `${user.id} = ?`,
);

export const useStep = updateWhere(
  UserRow,
  ['totpLastStep'],
  (user) => `${user.id} = ? AND (${user.totpLastStep} IS NULL OR ${user.totpLastStep} < ?)`,
);

export const replaceRecoveryCodes = updateWhere(
  UserRow,
  ['totpRecovery'],
  (user) => `${user.id} = ? AND ${user.totpRecovery} = ?`,
);
