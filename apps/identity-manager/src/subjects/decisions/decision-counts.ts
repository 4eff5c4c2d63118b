import type { Clock } from '../../service/clock';
import { GatheredWrites } from '../../service/gathered-writes';
import { errorFields, type Logger } from '../../service/logger';
import { isDuplicate, isMissingReference } from '../../database/database-errors';
import type { DecisionCountsRepository } from './decision-counts.repository';
import type { Decision, DecisionResult } from './decision';
import type { DecisionPoint, Question } from './decision-point';

const dayMs = 86_400_000;
const flushDelayMs = 2000;

/** Decisions per application and day, for the charts. Counted in memory, written in groups. */
export class DecisionCounts {
  private readonly waiting = new Map<string, number>();
  private readonly writes = new GatheredWrites(() => this.writeWaiting(), flushDelayMs, false);

  constructor(
    private readonly rows: DecisionCountsRepository,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  add(applicationId: string, decision: Decision): void {
    const day = Math.floor(this.clock.now() / dayMs);
    const key = `${day}\n${decision}\n${applicationId}`;
    this.waiting.set(key, (this.waiting.get(key) ?? 0) + 1);
    this.writes.later();
  }

  /** All that was counted; what still waits is written before. @param day  the first one, in days since 1970 */
  async since(applicationId: string, day: number) {
    await this.flush();
    return this.rows.since(applicationId, day);
  }

  /** Writes what waits. A count that cannot be written is lost: charts are worth no retry. */
  flush(): Promise<void> {
    return this.writes.now();
  }

  private async writeWaiting(): Promise<void> {
    const entries = [...this.waiting];
    this.waiting.clear();
    try {
      for (const [key, amount] of entries) await this.write(key, amount);
    } catch (error) {
      this.log.warn('decisions could not be counted', errorFields(error));
    }
  }

  private async write(key: string, amount: number): Promise<void> {
    const [day = '', decision = '', ...rest] = key.split('\n');
    const applicationId = rest.join('\n');
    const count = { applicationId, day: Number(day), decision };
    if (await this.rows.add(count, amount)) return;
    try {
      await this.rows.insert({ ...count, amount });
    } catch (error) {
      // Another process made the row first; or the application is gone.
      if (isDuplicate(error)) await this.rows.add(count, amount);
      else if (!isMissingReference(error)) throw error;
    }
  }
}

/** Counts what another decision point decides; questions that somebody only tries out do not count. */
export class CountingDecisionPoint implements DecisionPoint {
  constructor(
    private readonly inner: DecisionPoint,
    private readonly counts: DecisionCounts,
  ) {}

  async decide(question: Question): Promise<DecisionResult> {
    const result = await this.inner.decide(question);
    if (!question.isTrial) this.counts.add(question.applicationId, result.decision);
    return result;
  }
}
