import { Injectable } from '@nestjs/common';
import { DecisionCountRow } from '../../database/entities/decision-count.row';
import { names } from '../../database/names';
import { selectFrom } from '../../database/query';
import { Sql } from '../../database/sql';
import { insertInto } from '../../database/statements';

const count = names(DecisionCountRow);
const insert = insertInto(DecisionCountRow, ['applicationId', 'day', 'decision', 'amount']);
const add = `UPDATE ${count.table} SET ${count.amount} = ${count.amount} + ? WHERE ${count.applicationId} = ? AND ${count.day} = ? AND ${count.decision} = ?`;

const since = selectFrom(
  DecisionCountRow,
  ['day', 'decision', 'amount'],
  (counted) => `WHERE ${counted.applicationId} = ? AND ${counted.day} >= ?`,
);

/** Where decisions are counted, by application and day. */
@Injectable()
export class DecisionCountsRepository {
  constructor(private readonly sql: Sql) {}

  /** False when nothing is counted there yet. */
  async add(
    { applicationId, day, decision }: Omit<DecisionCountRow, 'amount'>,
    amount: number,
  ): Promise<boolean> {
    return (await this.sql.run({ sql: add, values: [amount, applicationId, day, decision] })) > 0;
  }

  /** @param day  the first one, in days since 1970 */
  since(
    applicationId: string,
    day: number,
  ): Promise<readonly Pick<DecisionCountRow, 'day' | 'decision' | 'amount'>[]> {
    return this.sql.all(since, applicationId, day);
  }

  async insert(row: DecisionCountRow): Promise<void> {
    await this.sql.run(insert(row));
  }
}
