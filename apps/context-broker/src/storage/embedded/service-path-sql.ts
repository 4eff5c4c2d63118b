import type { ServicePathFilter } from '@smart-city/context';
import { ANYTHING, VALUE, anyOf, type SqlCondition } from './sql-condition';

/** Any of the paths, over a column `service_path`: `/a/#` is `/a` and below, `/#` no condition at all. */
export function servicePathCondition(filters: readonly ServicePathFilter[]): SqlCondition {
  if (filters.some(({ path, subtree }) => subtree && path === '/')) return ANYTHING;
  return anyOf(
    filters.map(({ path, subtree }) =>
      subtree
        ? // '0' follows '/' in byte order, so the range is exactly what begins with `<path>/`.
          {
            sql: `(service_path = ${VALUE} OR (service_path > ${VALUE} AND service_path < ${VALUE}))`,
            parameters: [path, `${path}/`, `${path}0`],
          }
        : { sql: `service_path = ${VALUE}`, parameters: [path] },
    ),
  );
}
