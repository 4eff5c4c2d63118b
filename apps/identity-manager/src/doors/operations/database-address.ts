import { resolve } from 'node:path';
import { BadUsage } from '@smart-city/service';
import { loadOptions, type Options } from '../../cli/options';

/**
 * The settings of the environment with another database.
 *
 * @param address  `sqlite:<file>`, `postgres://user:password@host:port/name`, or `mysql://` or `mariadb://` alike
 * @throws BadUsage
 */
export function optionsWithDatabase(address: string, env: NodeJS.ProcessEnv): Options {
  const rest = Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^IDM_DB_(?:DIALECT|HOST|PORT|USER|PASS|PASS_FILE|NAME|FILE)$/.test(name),
    ),
  );
  if (address.startsWith('sqlite:') && address.length > 'sqlite:'.length)
    return loadOptions({
      ...rest,
      IDM_DB_DIALECT: 'sqlite',
      IDM_DB_FILE: resolve(address.slice('sqlite:'.length)),
    });
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const dialect = /^(?:mysql|mariadb):$/.test(url?.protocol ?? '')
    ? 'mysql'
    : /^postgres(?:ql)?:$/.test(url?.protocol ?? '') && 'postgres';
  if (!url || !dialect || url.pathname.length < 2)
    throw new BadUsage(
      'a database is sqlite:<file>, postgres://user:password@host:port/name or mysql://user:password@host:port/name',
    );
  return loadOptions({
    ...rest,
    IDM_DB_DIALECT: dialect,
    IDM_DB_HOST: url.hostname,
    IDM_DB_PORT: url.port,
    IDM_DB_USER: decodeURIComponent(url.username),
    IDM_DB_PASS: decodeURIComponent(url.password),
    IDM_DB_NAME: decodeURIComponent(url.pathname.slice(1)),
    // An operator waits for the answer.
    IDM_DB_ATTEMPTS: '2',
    IDM_DB_RETRY_DELAY: '1',
  });
}
