import { Injectable } from '@nestjs/common';
import { Sql } from './sql';

/** Whether the database answers. */
@Injectable()
export class DatabaseHealth {
  constructor(private readonly sql: Sql) {}

  /** @throws the database's error when it does not */
  async ask(): Promise<void> {
    await this.sql.all('SELECT 1');
  }
}
