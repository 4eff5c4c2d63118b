import type { ReadTenancy } from '@smart-city/context';
import type { TypePage, TypeSummary } from '../entity-store';
import { servicePathCondition } from './service-path-sql';
import type { TenantDatabase } from './tenant-database';
import { ROWS, VALUE } from './sql-condition';

/** Not told by `/v2/types`. */
const HIDDEN_ATTRIBUTE = 'dateExpires';

/** `/v2/types` from the statistics that writes keep; no entity is read. */
export function readTypes(
  database: TenantDatabase,
  tenancy: ReadTenancy,
  { limit, offset, detail }: { limit: number; offset: number; detail: boolean },
): TypePage {
  const paths = servicePathCondition(tenancy.servicePaths);
  const count = Number(
    database.read(
      `SELECT count(DISTINCT type) FROM type_stats WHERE attr = '' AND ${paths.sql}`,
      ...paths.parameters,
    )[0]?.[0] ?? 0,
  );
  const rows = database.read(
    `SELECT type, sum(n) FROM type_stats WHERE attr = '' AND ${paths.sql} GROUP BY type ORDER BY type LIMIT ${ROWS} OFFSET ${ROWS}`,
    ...paths.parameters,
    limit,
    offset,
  );
  const types = rows.map(([type, n]) => ({
    type: String(type),
    count: Number(n),
    attrs: readAttributes(database, tenancy, String(type), detail),
  }));
  return { types, count };
}

/** One type, or undefined when no entity has it. */
export function readType(
  database: TenantDatabase,
  tenancy: ReadTenancy,
  type: string,
  detail: boolean,
): TypeSummary | undefined {
  const paths = servicePathCondition(tenancy.servicePaths);
  const count = Number(
    database.read(
      `SELECT sum(n) FROM type_stats WHERE type = ${VALUE} AND attr = '' AND ${paths.sql}`,
      type,
      ...paths.parameters,
    )[0]?.[0] ?? 0,
  );
  return count === 0 ? undefined : { type, count, attrs: readAttributes(database, tenancy, type, detail) };
}

function readAttributes(
  database: TenantDatabase,
  tenancy: ReadTenancy,
  type: string,
  detail: boolean,
): ReadonlyMap<string, readonly string[]> {
  const paths = servicePathCondition(tenancy.servicePaths);
  const rows = database.read(
    `SELECT DISTINCT attr, attr_type FROM type_stats WHERE type = ${VALUE} AND attr <> '' AND ${paths.sql} ORDER BY attr, attr_type`,
    type,
    ...paths.parameters,
  );
  const attrs = new Map<string, string[]>();
  for (const [attr, attrType] of rows) {
    const name = String(attr);
    if (name === HIDDEN_ATTRIBUTE) continue;
    const types = attrs.get(name) ?? [];
    if (detail) types.push(String(attrType));
    attrs.set(name, types);
  }
  return attrs;
}
