import type { SqlValue, Step } from './dialect';
import { ApplicationRow } from './entities/application.row';
import { LogoutNoticeRow, OpenIdGrantRow } from './entities/openid.row';
import { RefreshTokenRow } from './entities/token.row';
import { WebSessionRow } from './entities/web-session.row';
import { names, type Names } from './names';
import { lockWhere } from './statements';

/*
 * What goes before the end of sessions. Whoever deletes sessions runs these steps first, in the same transaction: they read the sessions
 * that are about to go.
 */

const application = names(ApplicationRow, 'a');
const grant = names(OpenIdGrantRow, 'g');
const notice = names(LogoutNoticeRow);
const noted = names(LogoutNoticeRow, 'n');
const refresh = names(RefreshTokenRow);
const session = names(WebSessionRow, 's');

/** True of a scope without the word: a scope is words with single blanks between them. */
const lacksOfflineAccess = ['offline_access', 'offline_access %', '% offline_access', '% offline_access %']
  .map((pattern) => `${refresh.scope} NOT LIKE '${pattern}'`)
  .join(' AND ');

type Condition = (session: Names<WebSessionRow>) => string;

/** Notes whom to tell of it: applications with an address for logout tokens that were given something in one of the sessions. */
const noticesOf = (which: Condition) =>
  `INSERT INTO ${notice.table} (${[notice.sid, notice.applicationId, notice.subject, notice.issuer, notice.attempts, notice.dueAt, notice.createdAt].join(', ')})
    SELECT ${grant.sid}, ${grant.applicationId}, MIN(${grant.userId}), MIN(${grant.issuer}), 0, MIN(${grant.createdAt}), MIN(${grant.createdAt})
    FROM ${session.table} JOIN ${grant.table} ON ${grant.sid} = ${session.sid}
    JOIN ${application.table} ON ${application.id} = ${grant.applicationId}
    WHERE ${which(session)} AND ${application.backchannelLogoutUri} IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM ${noted.table} WHERE ${noted.sid} = ${grant.sid} AND ${noted.applicationId} = ${grant.applicationId})
    GROUP BY ${grant.sid}, ${grant.applicationId}`;

/** Ends refresh tokens that live no longer than their session (OpenID Connect Core section 11), of applications of the style `openid`. */
const refreshEndOf = (which: Condition) =>
  `UPDATE ${refresh.table} SET ${refresh.revokedAt} = ? WHERE ${refresh.revokedAt} IS NULL
    AND (${refresh.scope} IS NULL OR (${lacksOfflineAccess}))
    AND ${refresh.familyId} IN (SELECT ${grant.familyId} FROM ${session.table} JOIN ${grant.table} ON ${grant.sid} = ${session.sid}
      JOIN ${application.table} ON ${application.id} = ${grant.applicationId}
      WHERE ${which(session)} AND ${application.openidStyle} = 'openid')`;

/**
 * The steps before sessions end.
 *
 * @param which  the sessions, with `?` for each value
 * @returns takes the time in milliseconds since 1970 and the values
 */
export function beforeSessionsEnd(which: Condition): (now: number, ...values: SqlValue[]) => readonly Step[] {
  // The second of two requests that end a session at once waits here, and then finds none.
  const lock = lockWhere(WebSessionRow, 'lastSeenAt', which);
  const notices = noticesOf(which);
  const refreshEnd = refreshEndOf(which);
  return (now, ...values) => [
    lock(...values),
    { sql: notices, values },
    { sql: refreshEnd, values: [now, ...values] },
  ];
}
