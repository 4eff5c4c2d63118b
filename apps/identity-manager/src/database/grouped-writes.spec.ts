import { DatabaseUnavailable } from './database-errors';
import type { Step } from './dialect';
import { GroupedWrites, type Run, type ServerDialect } from './grouped-writes';

const insert = 'INSERT INTO rows (id) VALUES (?)';
const claim = 'UPDATE claims SET used = ? WHERE id = ?';

const anyTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A server that notes its statements, refuses the row `bad`, and knows the claim `gone` no more. */
class NotedServer implements ServerDialect {
  readonly statements: string[] = [];
  failure: Error | undefined;
  /** What the next statements end with. */
  readonly failures: Error[] = [];
  /** Rows that a claim of several finds free. */
  claimable = 3;

  select = async () => [];
  foldedText = (column: string) => column;
  memberOf = (column: unknown, name: string) => `${String(column)}.${name}`;

  async run({ sql, values }: Step): Promise<number> {
    await anyTurn();
    const failure = this.failures.shift() ?? this.failure;
    if (failure) throw failure;
    this.statements.push(`${sql} ${values.join(' ')}`);
    if (values.includes('bad')) throw new Error('no such parent');
    if (sql.startsWith(`${claim} of`)) return this.claimable;
    return sql === claim && values.includes('gone') ? 0 : values.length;
  }

  async transaction<T>(work: (run: Run) => Promise<T>): Promise<T> {
    this.statements.push('BEGIN');
    try {
      const result = await work(async (step) => {
        const changes = await this.run(step);
        return step.sql === claim ? Math.min(1, changes) : changes;
      });
      this.statements.push('COMMIT');
      return result;
    } catch (error) {
      this.statements.push('ROLLBACK');
      throw error;
    }
  }
}

const inserting = (id: string): Step => ({ sql: insert, values: [id] });
const claiming = (id: string, row: string): Step[] => [
  { sql: claim, values: [1, id], expect: 1 },
  inserting(row),
];

describe('GroupedWrites', () => {
  let server: NotedServer;
  let writes: GroupedWrites;
  beforeEach(() => {
    server = new NotedServer();
    writes = new GroupedWrites(server);
  });

  it('writes the inserts of a moment with one statement, and those that come meanwhile with the next', async () => {
    const first = [writes.run(inserting('a')), writes.run(inserting('b'))];
    await anyTurn();
    const second = ['c', 'd', 'e'].map((id) => writes.run(inserting(id)));
    expect(await Promise.all([...first, ...second])).toEqual([1, 1, 1, 1, 1]);
    expect(server.statements).toEqual([`${insert}, (?) a b`, `${insert}, (?), (?) c d e`]);
  });

  it('writes each by itself when one cannot be, which alone learns of it', async () => {
    const results = await Promise.allSettled(['a', 'bad', 'c'].map((id) => writes.run(inserting(id))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(server.statements.slice(1)).toEqual([`${insert} a`, `${insert} bad`, `${insert} c`]);
  });

  it('commits claims together, and inserts nothing for one that missed', async () => {
    const steps = [claiming('x', 'a'), claiming('gone', 'b'), claiming('y', 'c')];
    expect(await Promise.all(steps.map((each) => writes.atomically(each)))).toEqual([true, false, true]);
    expect(server.statements).toEqual([
      'BEGIN',
      `${claim} 1 x`,
      `${claim} 1 gone`,
      `${claim} 1 y`,
      `${insert}, (?) a c`,
      'COMMIT',
    ]);
  });

  it('claims the rows of all with one statement, and one by one only when somebody was faster', async () => {
    const severalKeys = (count: number) => `${claim} of ${count}`;
    const steps = ['x', 'y', 'z'].map((id, at) => {
      const [first, second] = claiming(id, `row${at}`);
      return [{ ...first!, severalKeys }, second!];
    });
    expect(await Promise.all(steps.map((each) => writes.atomically(each)))).toEqual([true, true, true]);
    expect(server.statements).toEqual([
      'BEGIN',
      `${claim} of 4 1 x y z x`,
      `${insert}, (?), (?) row0 row1 row2`,
      'COMMIT',
    ]);
    server.statements.length = 0;
    server.claimable = 2;
    const outcome = await Promise.all(steps.map((each) => writes.atomically(each)));
    expect(outcome).toEqual([true, true, true]);
    expect(server.statements.slice(0, 4)).toEqual(['BEGIN', `${claim} of 4 1 x y z x`, 'ROLLBACK', 'BEGIN']);
  });

  it('takes all claims back when a row cannot be inserted, and does each alone', async () => {
    const steps = [claiming('x', 'a'), claiming('y', 'bad')];
    const results = await Promise.allSettled(steps.map((each) => writes.atomically(each)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(server.statements.filter((text) => text === 'ROLLBACK')).toHaveLength(2);
    expect(server.statements.filter((text) => text === 'COMMIT')).toHaveLength(1);
  });

  it('fails all and repeats none when the connection is lost: nobody knows what was written', async () => {
    server.failure = new DatabaseUnavailable('gone');
    const results = await Promise.allSettled(['a', 'b'].map((id) => writes.run(inserting(id))));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    server.failure = undefined;
    expect(await writes.run(inserting('c'))).toBe(1);
    expect(server.statements).toEqual([`${insert} c`]);
  });

  describe('that lose against other transactions', () => {
    const deadlock = () => Object.assign(new Error('deadlock'), { code: 'ER_LOCK_DEADLOCK' });
    const change: Step = { sql: 'UPDATE rows SET id = id', values: ['a'] };

    it.each([
      ['a statement', () => writes.run(change), 1],
      ['an insert', () => writes.run(inserting('a')), 1],
      ['a transaction', () => writes.atomically([change, change]), true],
    ])('are done again: %s', async (_, write, expected) => {
      server.failures.push(deadlock(), deadlock(), deadlock());
      expect(await write()).toBe(expected);
      expect(server.failures).toEqual([]);
    });

    it('end as not available when they lose every time, with nothing written', async () => {
      server.failure = deadlock();
      await expect(writes.run(change)).rejects.toBeInstanceOf(DatabaseUnavailable);
      await expect(writes.atomically([change, change])).rejects.toMatchObject({ cause: server.failure });
      expect(server.statements).not.toContain('COMMIT');
    });
  });

  it('keeps other transactions to themselves, with fewer statements for many rows', async () => {
    const rows = ['a', 'b'].map(inserting);
    const update = { sql: 'UPDATE rows SET id = id', values: [] };
    expect(await writes.atomically([...rows, update])).toBe(true);
    expect(server.statements).toEqual(['BEGIN', `${insert}, (?) a b`, 'UPDATE rows SET id = id ', 'COMMIT']);
  });
});
