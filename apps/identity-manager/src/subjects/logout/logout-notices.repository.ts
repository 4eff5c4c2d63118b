import { Injectable } from '@nestjs/common';
import { LogoutNoticeRow } from '../../database/entities/openid.row';
import { expression, names, type Names } from '../../database/names';
import { query, selectRows } from '../../database/query';
import { Sql } from '../../database/sql';
import { deleteWhere, updateWhere } from '../../database/statements';

/** A logout token that is still to be delivered. */
export type LogoutNotice = Readonly<LogoutNoticeRow>;

const isThis = (notice: Names<LogoutNoticeRow>) =>
  `${notice.sid} = ? AND ${notice.applicationId} = ? AND ${notice.attempts} = ?`;

const due = (most: number) =>
  selectRows(
    LogoutNoticeRow,
    (notice) => `WHERE ${notice.dueAt} <= ? ORDER BY ${notice.dueAt}, ${notice.sid} LIMIT ${most}`,
  );
const DUE = due(100);

const notice = names(LogoutNoticeRow);
const next = query(
  { dueAt: expression(`MIN(${notice.dueAt})`, (value) => (value === null ? null : Number(value))) },
  `FROM ${notice.table}`,
);
const attempt = updateWhere(LogoutNoticeRow, ['attempts', 'dueAt'], isThis);
const remove = deleteWhere(LogoutNoticeRow, isThis);

/** Where logout tokens wait until they are delivered. */
@Injectable()
export class LogoutNoticesRepository {
  constructor(private readonly sql: Sql) {}

  /** Returns messages that are due, at most a hundred, the oldest first. */
  due(now: number): Promise<readonly LogoutNotice[]> {
    return this.sql.all(DUE, now);
  }

  /** When the next one is due; undefined when there is none. */
  async nextDueAt(): Promise<number | undefined> {
    return (await this.sql.first(next))?.dueAt ?? undefined;
  }

  /**
   * Counts an attempt, which only one process gets to make.
   *
   * @param dueAt  when it is due again if nobody says how the attempt ended
   * @returns the notice as it is now; undefined when another process was first
   */
  async claim(found: LogoutNotice, dueAt: number): Promise<LogoutNotice | undefined> {
    const claimed = { ...found, attempts: found.attempts + 1, dueAt };
    const changed = await this.sql.run(attempt(claimed, found.sid, found.applicationId, found.attempts));
    return changed === 1 ? claimed : undefined;
  }

  /** Puts a notice off, after an attempt that failed. */
  async postpone({ sid, applicationId, attempts }: LogoutNotice, dueAt: number): Promise<void> {
    await this.sql.run(attempt({ attempts, dueAt }, sid, applicationId, attempts));
  }

  async remove({ sid, applicationId, attempts }: LogoutNotice): Promise<void> {
    await this.sql.run(remove(sid, applicationId, attempts));
  }
}
