import { NgsiError } from '@smart-city/context';

export interface DatabaseFailure {
  /** `<database>.<collection>` */
  readonly collection: string;
  /** `query`, `findAndModify`, `insert_one` … */
  readonly operation: string;
  /** The document sent, as the database's shell would print it. */
  readonly document: string;
  /** The database's own words. */
  readonly text: string;
}

/** The 500 that reports database trouble. */
export function databaseError({ collection, operation, document, text }: DatabaseFailure): NgsiError {
  return new NgsiError(
    'InternalServerError',
    `Database Error (collection: ${collection} - ${operation}(): ${document} - exception: ${text})`,
  );
}
