import {
  beyond,
  byTime,
  type DeadLetterStore,
  type Letter,
  type LetterLimits,
  type LetterPage,
  type LetterQuery,
  type LetterRow,
} from '../dead-letter-store';
import type { EmbeddedDatabases } from './embedded-database';
import type { WriteOperation } from './write-operation';

/** What lists read, and apart from it what they need not read. */
const ROWS = 'deadLetters';
const CONTENTS = 'deadLetterContents';

/** Dead letters in the tenant's file: a row and a content of each, written in one commit. */
export class EmbeddedDeadLetterStore implements DeadLetterStore {
  constructor(private readonly databases: EmbeddedDatabases) {}

  async put(tenant: string, letters: readonly Letter[]): Promise<void> {
    const database = await this.databases.create(tenant);
    await database.writer.write(
      letters.flatMap(({ content, ...row }): WriteOperation[] => [
        ['putDocument', ROWS, row.id, JSON.stringify(row)],
        ['putDocument', CONTENTS, row.id, content],
      ]),
    );
  }

  async page(tenant: string, { subscriptionId, limit, offset }: LetterQuery): Promise<LetterPage> {
    const rows = (await this.rows(tenant)).filter(
      (row) => subscriptionId === undefined || row.subscriptionId === subscriptionId,
    );
    return { letters: rows.slice(offset, offset + limit), count: rows.length };
  }

  async find(tenant: string, id: string): Promise<Letter | undefined> {
    const [row, content] = await Promise.all([
      this.databases.documents(tenant, ROWS).get(id),
      this.databases.documents(tenant, CONTENTS).get(id),
    ]);
    return row === undefined || content === undefined
      ? undefined
      : { ...(JSON.parse(row) as LetterRow), content };
  }

  async remove(tenant: string, ids: readonly string[]): Promise<number> {
    const database = await this.databases.existing(tenant);
    const rows = this.databases.documents(tenant, ROWS);
    const there = await Promise.all(ids.map((id) => rows.get(id)));
    const gone = ids.filter((_id, at) => there[at] !== undefined);
    if (database === undefined || gone.length === 0) return 0;
    await database.writer.write(
      gone.flatMap((id): WriteOperation[] => [
        ['deleteDocument', ROWS, id],
        ['deleteDocument', CONTENTS, id],
      ]),
    );
    return gone.length;
  }

  async trim(tenant: string, limits: LetterLimits): Promise<number> {
    return this.remove(tenant, beyond(await this.rows(tenant), limits));
  }

  private async rows(tenant: string): Promise<LetterRow[]> {
    const documents = await this.databases.documents(tenant, ROWS).list();
    return documents.map(({ json }) => JSON.parse(json) as LetterRow).sort(byTime);
  }
}
