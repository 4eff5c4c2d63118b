export type { OldDatabaseParameters, OldDatabaseFlag } from './old-parameters';
export { OLD_DATABASE_FLAGS } from './old-parameters';
export type { ToDbUri } from './to-db-uri';
export { toDbUri } from './to-db-uri';
export type { FromDbUri } from './from-db-uri';
export { fromDbUri } from './from-db-uri';
