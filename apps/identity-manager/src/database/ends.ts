import type { Column, Entity, Names } from './names';

/** A row that takes others along when it is deleted. */
export type Owner = 'user' | 'application' | 'organization' | 'role' | 'permission' | 'pepProxy' | 'iotAgent';

/**
 * What a row lets its user do.
 * - `session`: stay signed in in a browser
 * - `device`: skip the second factor in a browser
 * - `key`: use a mailed link
 * - `token`: use an application, or the management API
 */
export type Opening = 'session' | 'device' | 'key' | 'token';

/** How a row ends. */
export type End =
  | 'deleted'
  /** `revokedAt` says when. */
  | 'revoked'
  /** `valid` is false. */
  | 'invalid';

/** What a row class says of the end of its rows. */
export interface EndsOf<Row> {
  /** Owners whose foreign keys it has: it goes when they are deleted. */
  readonly deletedWith: readonly Owner[];
  /** What ends with everything that its user has open: after a new password, when the user is disabled. Null: it opens nothing. */
  readonly opens: Opening | null;
  /** It also ends when its user withdraws the consent to its application, or the tokens of both are ended. */
  readonly endsWithConsent?: boolean;
  /** Needed where it ends before its owners are deleted. */
  readonly end?: End;
  /** Rows that stay all the same. */
  readonly unless?: (columns: Names<Row>) => string;
  /** The column by which one row is left when all others end: the session in which the user acts. */
  readonly keptBy?: (columns: Names<Row>) => Column<string>;
}

const statements = new Map<Entity<object>, EndsOf<object>>();

/** States with what the rows of a class end. Every class has it. */
export const Ends =
  <Row extends object>(statement: EndsOf<Row>) =>
  (entity: Entity<Row>): void => {
    statements.set(entity, statement as unknown as EndsOf<object>);
  };

/** Returns what a row class states; undefined for a class that states nothing. */
export const endsOf = <Row extends object>(entity: Entity<Row>): EndsOf<Row> | undefined =>
  statements.get(entity);
