import { Injectable } from '@nestjs/common';
import type { AuditLogRow } from '../../database/entities/audit-log.row';
import type { UserRow } from '../../database/entities/user.row';
import { inGroups } from '../../database/in-groups';
import type { Actor } from './actor';
import type { AuditFilter } from './audit-filter';
import { AuditLog } from './audit-log';
import { AuditNamesRepository, type Named } from './audit-names.repository';
import { AuditRepository } from './audit.repository';

export interface AuditLine {
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly event: string;
  /** Name of who did it, or the id when there is no such user any more. */
  readonly actor: string | null;
  readonly actorId: string | null;
  readonly application: string | null;
  readonly applicationId: string | null;
  readonly subject: string | null;
  readonly address: string | null;
  readonly outcome: string;
  readonly details: readonly (readonly [name: string, value: string])[];
}

/** The members of the stored object, as text. */
const readDetails = (details: AuditLogRow['details']): AuditLine['details'] =>
  Object.entries(details ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);

/** Not an address, nor a text with words in it. */
const isId = (text: string): boolean => /^[\w-]{1,128}$/.test(text);

type Row = Awaited<ReturnType<AuditRepository['find']>>[number];

const lineOf = ({ id: _id, actorId, details, ...rest }: Row): AuditLine => ({
  ...rest,
  actorId,
  actor: rest.actor ?? actorId,
  details: readDetails(details),
});

/** Reads the audit log for administrators. */
@Injectable()
export class AuditReader {
  constructor(
    private readonly rows: AuditRepository,
    private readonly names: AuditNamesRepository,
    private readonly audit: AuditLog,
  ) {}

  /** How many entries there are; those that still wait in this process are written before. */
  async count(filter: AuditFilter): Promise<number> {
    await this.audit.flush();
    return this.rows.count(filter);
  }

  /**
   * How often something was done in an application, by days since 1970; days without it are left out. Entries that still wait are
   * written before.
   *
   * @param since  milliseconds
   */
  async countByDay(event: string, applicationId: string, since: number) {
    await this.audit.writeWaiting();
    return this.rows.countByDay(event, applicationId, since);
  }

  /** The latest first unless the oldest are wanted first; those that still wait are written before. */
  async find(
    filter: AuditFilter,
    limit: number,
    offset: number,
    oldestFirst = false,
  ): Promise<readonly AuditLine[]> {
    await this.audit.flush();
    return (await this.rows.find(filter, limit, offset, oldestFirst)).map(lineOf);
  }

  /** The latest of what a user did and of what was done to them; those that still wait are written before. */
  async latestOf({ id }: Pick<UserRow, 'id'>, limit: number): Promise<readonly AuditLine[]> {
    await this.audit.flush();
    return (await this.rows.latestOf(id, limit)).map(lineOf);
  }

  /** When a user last proved their password, and from where; undefined when the log goes not that far back. Entries that still wait are written before. */
  async latestLoginOf({
    id,
  }: Pick<UserRow, 'id'>): Promise<{ occurredAt: number; address: string | null } | undefined> {
    await this.audit.writeWaiting();
    return this.rows.latestLogin(id);
  }

  /** The names of what ids in these entries stand for; of what is gone there is none. */
  namesIn(lines: readonly AuditLine[]): Promise<ReadonlyMap<string, Named>> {
    const texts = lines.flatMap(({ actorId, subject, details }) => [
      actorId,
      subject,
      ...details.map(([, value]) => value),
    ]);
    const ids = texts.filter((text): text is string => text !== null && isId(text));
    return this.names.namesOf([...new Set(ids)]);
  }

  /** All entries that are found, in groups, the latest first. Who takes so much along is in the log itself. */
  async *export(actor: Actor, filter: AuditFilter): AsyncGenerator<readonly AuditLine[]> {
    this.audit.recordDone(actor, 'audit.export', { details: { filter: { ...filter } } });
    await this.audit.flush();
    const groups = inGroups<Row>((last, limit) =>
      this.rows.findBefore(filter, last && { at: last.occurredAt, id: last.id }, limit),
    );
    for await (const group of groups) yield group.map(lineOf);
  }
}
