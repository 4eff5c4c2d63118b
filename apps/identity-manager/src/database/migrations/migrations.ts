import { InitialTables1 } from './1-initial-tables';
import { InternalRoles2 } from './2-internal-roles';
import { WebInterface3 } from './3-web-interface';

/** In the order they run. A migration is never edited once merged. */
export const migrations = [InitialTables1, InternalRoles2, WebInterface3] as const;
