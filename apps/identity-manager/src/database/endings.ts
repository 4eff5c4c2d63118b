import type { SqlValue, Step } from './dialect';
import { endsOf, type Opening } from './ends';
import { rows } from './entities/rows';
import { names, type Entity, type Names } from './names';
import { beforeSessionsEnd } from './session-ends';
import { deleteWhere, updateWhere } from './statements';

/*
 * The steps that end rows, as the row classes state it (`ends.ts`). No list of classes is kept elsewhere.
 */

/** A row of a user, and of an application where it is of one. */
interface Owned {
  readonly userId: string;
  readonly applicationId: string;
  readonly revokedAt: number | null;
  readonly valid: boolean;
}

/** Makes the step that ends rows of one class at a time in milliseconds since 1970. */
type EndStep = (now: number, ...values: SqlValue[]) => Step;

/**
 * @param isOf  the condition on the rows, with `?` for each value
 * @throws Error  the class says nothing of how its rows end
 */
function ending(entity: Entity<object>, isOf: (columns: Names<Owned>) => string): EndStep {
  const { end, unless } = endsOf(entity) ?? {};
  const owned = entity as unknown as Entity<Owned>;
  const where = (columns: Names<Owned>) => {
    const left = unless?.(columns);
    return left === undefined ? isOf(columns) : `${isOf(columns)} AND NOT (${left})`;
  };
  switch (end) {
    case 'deleted': {
      const remove = deleteWhere(owned, where);
      return (_now, ...values) => remove(...values);
    }
    case 'revoked': {
      const revoke = updateWhere(owned, ['revokedAt'], (c) => `${where(c)} AND ${c.revokedAt} IS NULL`);
      return (now, ...values) => revoke({ revokedAt: now }, ...values);
    }
    case 'invalid': {
      const invalidate = updateWhere(owned, ['valid'], where);
      return (_now, ...values) => invalidate({ valid: false }, ...values);
    }
    case undefined:
      throw new Error(`${entity.name} does not say how its rows end`);
  }
}

const classes: readonly Entity<object>[] = rows;

/** Steps by what they end, for rows of a user. */
const ofUser = (opening: Opening) =>
  classes
    .filter((entity) => endsOf(entity)?.opens === opening)
    .map((entity) => {
      const kept = endsOf(entity)?.keptBy;
      const step = ending(entity, (row) =>
        kept === undefined
          ? `${row.userId} = ?`
          : `${row.userId} = ? AND ${String(kept(names(entity)))} <> ?`,
      );
      return { step, isKept: kept !== undefined };
    });

const byOpening = {
  session: ofUser('session'),
  device: ofUser('device'),
  key: ofUser('key'),
  token: ofUser('token'),
};

const ofConsent = classes
  .filter((entity) => endsOf(entity)?.endsWithConsent)
  .map((entity) => ({
    entity,
    step: ending(entity, (row) => `${row.userId} = ? AND ${row.applicationId} = ?`),
  }));

const before = beforeSessionsEnd((session) => `${session.userId} = ? AND ${session.sessionHash} <> ?`);

/**
 * Ends what a user has open in one way; of sessions, with what goes before their end.
 *
 * @param now          milliseconds since 1970
 * @param keepSession  digest of the session that goes on; empty for none
 */
export const endOpened = (
  opening: Opening,
  userId: string,
  now: number,
  keepSession = '',
): readonly Step[] => [
  ...(opening === 'session' ? before(now, userId, keepSession) : []),
  ...byOpening[opening].map(({ step, isKept }) => step(now, userId, ...(isKept ? [keepSession] : []))),
];

/** Ends the tokens and codes that an application holds for a user, and the consent to it. */
export const endConsent = (userId: string, applicationId: string, now: number): readonly Step[] =>
  ofConsent.map(({ step }) => step(now, userId, applicationId));

/** Ends the tokens and codes that an application holds for a user; the consent stays. */
export const endTokensOfBoth = (userId: string, applicationId: string, now: number): readonly Step[] =>
  ofConsent
    .filter(({ entity }) => endsOf(entity)?.opens === 'token')
    .map(({ step }) => step(now, userId, applicationId));
