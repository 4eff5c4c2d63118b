import type { Pool, QueryConfig } from 'pg';
import { PostgresDialect } from './postgres-dialect';

describe('PostgresDialect', () => {
  const sent: QueryConfig[] = [];
  const query = (config: QueryConfig | string) => {
    if (typeof config !== 'string') sent.push(config);
    return Promise.resolve({ rowCount: 1 });
  };
  const client = { query, on: () => client, off: () => client, release: () => undefined };
  const dialect = new PostgresDialect({ query, connect: () => Promise.resolve(client) } as unknown as Pool);
  const step = { sql: 'UPDATE users SET username = ? WHERE id = ?', values: ['ana', '7'] };
  const text = 'UPDATE users SET username = $1 WHERE id = $2';
  beforeEach(() => void sent.splice(0));

  it('names a statement, by itself and in a transaction, for the connection to keep it', async () => {
    await dialect.run(step);
    await dialect.transaction((run) => run(step));
    expect(sent).toEqual(Array(2).fill({ name: 'idm_0', text, values: step.values }));
  });

  it('gives none of one use a name', async () => {
    await dialect.run({ ...step, isOneOff: true });
    await dialect.transaction((run) => run({ ...step, isOneOff: true }));
    expect(sent).toEqual(Array(2).fill({ text, values: step.values }));
  });
});
