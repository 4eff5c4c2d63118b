import { Injectable } from '@nestjs/common';
import { DecisionCountRow } from '../../database/entities/decision-count.row';
import { names } from '../../database/names';
import { Sql } from '../../database/sql';
import { insertInto } from '../../database/statements';

const count = names(DecisionCountRow);
const insert = insertInto(DecisionCountRow, ['applicationId', 'day', 'decision', 'amount']);
const add = `UPDATE ${count.table} SET ${count.amount} = ${count.amount} + ? WHERE ${count.applicationId} = ? AND ${count.day} = ? AND ${count.decision} = ?`;

/** Where decisions are counted, by application and day. */
@Injectable()
export class DecisionCountsRepository {
  constructor(private readonly sql: Sql) {}

  /** False when nothing is counted there yet. */
  async add(
    { applicationId, day, decision }: Omit<DecisionCountRow, 'amount'>,
    amount: number,
  ): Promise<boolean> {
    return (await this.sql.run(add, amount, applicationId, day, decision)) > 0;
  }

  async insert(row: DecisionCountRow): Promise<void> {
    await this.sql.run(insert(row));
  }
}
