import { Injectable } from '@nestjs/common';
import { isDuplicate } from './database-errors';
import { InstanceSettingRow } from './entities/instance-setting.row';
import { Sql } from './sql';
import { insertInto, updateWhere } from './statements';

/** Among the settings of the installation: when a write was last tried. */
const PROBE = 'write_probe';
/** Probes come every few seconds, from several sides: a write is worth one commit in a while. */
const GOOD_MS = 10_000;

const renew = updateWhere(InstanceSettingRow, ['content'], ({ name }) => `${name} = ?`);
const insert = insertInto(InstanceSettingRow, ['name', 'content']);

/** Whether the database answers, and takes what is written: one whose disk is full still answers. */
@Injectable()
export class DatabaseHealth {
  private writtenAt = -Infinity;

  constructor(private readonly sql: Sql) {}

  /** @throws the database's error when it does not answer, or did not take a write in the last ten seconds */
  async ask(): Promise<void> {
    await this.sql.all('SELECT 1');
    if (performance.now() - this.writtenAt < GOOD_MS) return;
    await this.write();
    this.writtenAt = performance.now();
  }

  private async write(): Promise<void> {
    const content = String(Date.now());
    if ((await this.sql.run(renew({ content }, PROBE))) > 0) return;
    try {
      await this.sql.run(insert({ name: PROBE, content }));
    } catch (error) {
      // Another process of the installation was faster.
      if (!isDuplicate(error)) throw error;
    }
  }
}
