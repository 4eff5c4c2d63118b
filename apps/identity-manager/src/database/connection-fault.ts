import { errorMessage } from '@smart-city/service';
import type { Options } from '../cli/options';
import { codeOf } from './database-errors';

type Target = Pick<Options['database'], 'dialect' | 'host' | 'port' | 'user' | 'name'>;

/** What the drivers of MySQL and PostgreSQL, or the system, answer. */
const REMEDIES: Readonly<Record<string, (target: Target) => string>> = {
  ECONNREFUSED: () => 'nothing listens there: start it, or mend IDM_DB_HOST and IDM_DB_PORT',
  ENOTFOUND: () => 'there is no such host: mend IDM_DB_HOST',
  EAI_AGAIN: () => 'there is no such host: mend IDM_DB_HOST',
  ETIMEDOUT: () => 'it does not answer: mend IDM_DB_HOST and IDM_DB_PORT',
  ER_ACCESS_DENIED_ERROR: wrongPassword,
  ER_DBACCESS_DENIED_ERROR: ({ user, name }) => `user '${user}' may not use the database '${name}': grant it`,
  '28P01': wrongPassword,
  '28000': wrongPassword,
  '42501': ({ user, name }) => `user '${user}' may not make the database '${name}' or its tables: grant it`,
};

function wrongPassword({ user }: Target): string {
  return `it does not take user '${user}' with this password: mend IDM_DB_USER and IDM_DB_PASS`;
}

/**
 * A line for whoever starts a service whose database server cannot be used: what was tried, and what to do.
 *
 * @returns undefined when the error is another one
 */
export function connectionFault(error: unknown, target: Target): string | undefined {
  const remedy = target.dialect === 'sqlite' ? undefined : REMEDIES[codeOf(error)]?.(target);
  if (remedy === undefined) return undefined;
  const port = target.port ?? (target.dialect === 'postgres' ? 5432 : 3306);
  const reason = errorMessage(error).replace(/\s+/g, ' ').trim();
  return `the ${target.dialect} server ${target.host}:${port}: ${remedy}${reason === '' ? '' : ` (${reason})`}`;
}
