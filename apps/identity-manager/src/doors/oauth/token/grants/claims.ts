import type { Step } from '../../../../database/dialect';

/*
 * A code or refresh token is used up by one conditional UPDATE, in the transaction that stores the new tokens: of any
 * number of requests at the same time exactly one changes the row, on every database.
 */

export const claimAuthorizationCode = (hash: string, now: number): Step => ({
  sql: 'UPDATE authorization_codes SET used_at = ? WHERE code_hash = ? AND used_at IS NULL',
  values: [now, hash],
});

export const claimRefreshToken = (hash: string, now = Date.now()): Step => ({
  sql: 'UPDATE refresh_tokens SET used_at = ? WHERE token_hash = ? AND used_at IS NULL AND revoked_at IS NULL',
  values: [now, hash],
});
