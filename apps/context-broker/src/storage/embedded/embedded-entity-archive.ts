import type { Entity } from '@smart-city/context';
import type { EntityArchive } from '../entity-archive';
import { sqliteError } from './sqlite-error';
import type { TenantDatabases } from './document-table';
import { decodeEntityRow, ENTITY_COLUMNS, type EntityRow } from './entity-document';
import { insertEntity, updateEntity } from './entity-writes';
import { VALUE } from './sql-condition';

const GROUP_SIZE = 500;

/** For a process that serves no requests: it goes past the cache of {@link EmbeddedEntityStore}. */
export class EmbeddedEntityArchive implements EntityArchive {
  constructor(private readonly databases: TenantDatabases) {}

  async *scan(tenant: string): AsyncIterable<readonly Entity[]> {
    const database = await this.databases.existing(tenant);
    if (database === undefined) return;
    for (let last = 0; ;) {
      const rows = read(() =>
        database.read(
          `SELECT ${ENTITY_COLUMNS} FROM entities WHERE key > ${VALUE} ORDER BY key LIMIT ${GROUP_SIZE}`,
          last,
        ),
      ) as readonly EntityRow[];
      if (rows.length === 0) return;
      last = rows.at(-1)![0];
      yield rows.map(decodeEntityRow);
    }
  }

  async put(tenant: string, entities: readonly Entity[]): Promise<void> {
    const database = await this.databases.create(tenant);
    const writes = entities.map((entity) => {
      const [row] = read(() =>
        database.read(
          `SELECT ${ENTITY_COLUMNS} FROM entities WHERE id = ${VALUE} AND type = ${VALUE} AND service_path = ${VALUE}`,
          entity.id,
          entity.type,
          entity.servicePath,
        ),
      ) as readonly EntityRow[];
      if (row === undefined) return insertEntity(database.nextKey(), entity);
      const before = decodeEntityRow(row);
      const names = new Set([...before.attrs.keys(), ...entity.attrs.keys()]);
      return updateEntity({ key: row[0], entity: before, size: 0 }, entity, names);
    });
    await database.writer.write(writes.flatMap(({ operations }) => operations));
  }
}

function read<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw sqliteError('query', error);
  }
}
