import { randomUUID } from 'node:crypto';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Clock } from '../../service/clock';
import { GatheredWrites } from '../../service/gathered-writes';
import { errorFields, type Logger } from '../../service/logger';
import type { AuditLogRow } from '../../database/entities/audit-log.row';
import type { Actor } from './actor';
import type { AuditEvent } from './audit-event';
import type { AuditRepository } from './audit.repository';
import { Repeats } from './repeats';

const base36 = (value: number, length: number) => value.toString(36).padStart(length, '0');

/** What six digits of base 36 can count. */
const MOST_COUNTED = 36 ** 6;

/** A NUL is no text for PostgreSQL: one entry with it would keep all that wait with it from being written. */
const short = (text: string | undefined, length: number) =>
  text?.slice(0, length).replaceAll('\0', '\ufffd') ?? null;

const flushDelayMs = 200;
const mostWaiting = 10_000;

/**
 * The audit log. Entries are written in groups shortly after the request; a killed process may lose those of the
 * last 200 ms, and the number of folded repeats of the last minute; a stopped one loses none.
 */
export class AuditLog implements OnModuleDestroy {
  private waiting: AuditLogRow[] = [];
  private readonly writes = new GatheredWrites(() => this.writeGroup(), flushDelayMs, true);
  private readonly repeats: Repeats;
  private count = 0;
  /** What the ids of other processes do not have. */
  private readonly ownPart = randomUUID().replaceAll('-', '').slice(0, 18);
  private repeatsTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly rows: AuditRepository,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    this.repeats = new Repeats(() => clock.now());
  }

  record(event: AuditEvent): void {
    if (this.repeats.counts(event)) this.repeatsTimer ??= this.laterTakeRepeats();
    else this.add(event);
  }

  /** While the database is still open. */
  onModuleDestroy(): Promise<void> {
    return this.flush();
  }

  /** Notes what somebody has done. */
  recordDone(
    { user, address }: Actor,
    event: string,
    { subject, applicationId, details }: Pick<AuditEvent, 'subject' | 'applicationId' | 'details'>,
  ): void {
    this.record({ event, outcome: 'success', actorId: user.id, applicationId, subject, address, details });
  }

  /** Notes that somebody wanted what they may not do. @param wanted  the verb, or the address that was asked */
  recordRefused(
    { user, address }: Pick<Actor, 'user' | 'address'>,
    wanted: string,
    applicationId?: string,
  ): void {
    const event = 'access.refuse';
    this.record({ event, outcome: 'failure', actorId: user.id, applicationId, subject: wanted, address });
  }

  /** Writes what waits, and what was counted only so far; keeps it for the next time when the database is gone. */
  async flush(): Promise<void> {
    for (const event of this.repeats.take(true)) this.add(event);
    await this.writeWaiting();
  }

  /** Writes what waits. What is only counted goes on being counted, so that nobody makes lines of it by looking. */
  writeWaiting(): Promise<void> {
    return this.writes.now();
  }

  private laterTakeRepeats(): NodeJS.Timeout {
    const take = () => {
      this.repeatsTimer = undefined;
      for (const event of this.repeats.take(false)) this.add(event);
    };
    return setTimeout(take, this.repeats.windowMs).unref();
  }

  private add({ event, outcome, actorId, applicationId, subject, address, details }: AuditEvent): void {
    if (this.waiting.length >= mostWaiting) {
      this.log.error('audit log is full, entry lost', { event });
      return;
    }
    const now = this.clock.now();
    this.waiting.push({
      id: this.nextId(now),
      occurredAt: now,
      event,
      actorId: short(actorId, 128),
      applicationId: short(applicationId, 128),
      subject: short(subject, 255),
      address: short(address, 64),
      outcome,
      details: details ?? null,
    });
    this.writes.later();
  }

  /** Sorts by time, so that new entries go to the end of the table's index; those of one moment in the order they came. */
  private nextId(now: number): string {
    // Never begun anew: a clock that is set back comes to the same moment again.
    this.count = (this.count + 1) % MOST_COUNTED;
    return `${base36(now, 9)}-${base36(this.count, 6)}${this.ownPart}`;
  }

  private async writeGroup(): Promise<void> {
    const entries = this.waiting;
    if (entries.length === 0) return;
    this.waiting = [];
    try {
      await this.rows.add(entries);
    } catch (error) {
      this.log.error('audit log could not be written', errorFields(error));
      this.waiting = [...entries, ...this.waiting].slice(0, mostWaiting);
    }
  }
}
