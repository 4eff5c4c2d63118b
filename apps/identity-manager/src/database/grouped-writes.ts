import { isDatabaseUnavailable } from './database-errors';
import type { SqlValue, Step } from './dialect';
import type { Column } from './names';
import { isInsert, mergeClaims, mergeInserts } from './merge-inserts';
import { Sql } from './sql';
import { untilItWins } from './until-it-wins';

/** Runs one statement of a transaction. Returns the number of rows it changed. */
export type Run = (step: Step) => Promise<number>;

/** A database server, where a statement costs a way there and back and a commit waits for its disk. */
export interface ServerDialect {
  /** As `select` of `Sql`. */
  select(sql: string, values: readonly SqlValue[]): Promise<unknown[]>;
  /** As `Sql.run`. */
  readonly run: Run;
  foldedText(column: string): string;
  memberOf(column: Column<unknown>, name: string): string;
  /** Commits what `work` wrote; when it throws, nothing was written and the error is thrown on. */
  transaction<T>(work: (run: Run) => Promise<T>): Promise<T>;
}

/** A write that waits, and what to tell its caller afterwards. */
interface Waiting {
  readonly steps: readonly Step[];
  readonly resolve: (done: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes of one shape: the same texts in the same order. While some are under way, the next ones collect. */
interface Lane {
  waiting: Waiting[];
  isRunning: boolean;
}

const mostTogether = 64;

/** A step missed its `expect`. */
class Missed extends Error {}

/** A group cannot be told apart; each of its writes is to run by itself. */
class NotTogether extends Error {}

/**
 * Writes that arrive together share a statement and a commit: inserts of one row, alone or behind a step that claims something
 * by its `expect`, as the tokens of a request are. Those that arrive while others of their kind are written go together next.
 *
 * Every caller learns what became of its own write: a claim that missed stops its write only, and when one of the rows cannot be
 * inserted nothing of the group was, so each is written by itself. Only a lost connection fails all. What lost a deadlock is
 * written again.
 */
export class GroupedWrites extends Sql {
  private readonly lanes = new Map<string, Lane>();

  constructor(private readonly server: ServerDialect) {
    super();
  }

  run(step: Step): Promise<number> {
    return untilItWins(() => this.runOnce(step));
  }

  atomically(steps: readonly Step[]): Promise<boolean> {
    return untilItWins(() => this.runOnceAtomically(steps));
  }

  protected select(sql: string, values: readonly SqlValue[]): Promise<unknown[]> {
    return this.server.select(sql, values);
  }

  memberOf(column: Column<unknown>, name: string): string {
    return this.server.memberOf(column, name);
  }

  protected foldedText(column: string): string {
    return this.server.foldedText(column);
  }

  private async runOnce(step: Step): Promise<number> {
    if (!isInsert(step)) return this.server.run(step);
    await this.add(step.sql, [step]);
    return 1;
  }

  private runOnceAtomically(steps: readonly Step[]): Promise<boolean> {
    const texts = steps.map(({ sql }) => sql);
    const [first, ...rest] = steps;
    const canShare =
      first !== undefined &&
      (first.expect !== undefined || isInsert(first)) &&
      rest.every(isInsert) &&
      new Set(texts).size === texts.length;
    return canShare ? this.add(texts.join('\n'), steps) : this.alone(steps);
  }

  private add(shape: string, steps: readonly Step[]): Promise<boolean> {
    let lane = this.lanes.get(shape);
    if (!lane) this.lanes.set(shape, (lane = { waiting: [], isRunning: false }));
    const { waiting } = lane;
    const outcome = new Promise<boolean>((resolve, reject) => waiting.push({ steps, resolve, reject }));
    if (!lane.isRunning) {
      lane.isRunning = true;
      // Those of this turn of the event loop go together.
      const begun = lane;
      setImmediate(() => void this.drain(begun));
    }
    return outcome;
  }

  private async drain(lane: Lane): Promise<void> {
    while (lane.waiting.length > 0) await this.settle(lane.waiting.splice(0, mostTogether));
    lane.isRunning = false;
  }

  private async settle(writes: readonly Waiting[]): Promise<void> {
    if (writes.length > 1)
      try {
        const done = await this.together(writes);
        for (const write of writes) write.resolve(done.has(write));
        return;
      } catch (error) {
        if (isDatabaseUnavailable(error)) {
          for (const { reject } of writes) reject(error);
          return;
        }
      }
    await Promise.all(writes.map(({ steps, resolve, reject }) => this.alone(steps).then(resolve, reject)));
  }

  /** The writes that were done; the others found nothing to claim. */
  private async together(writes: readonly Waiting[]): Promise<ReadonlySet<Waiting>> {
    const claims = writes.map(({ steps }) => steps[0]!);
    if (claims[0]!.expect === undefined) {
      await this.runAll(inserts(writes, 0));
      return new Set(writes);
    }
    const atOnce = mergeClaims(claims);
    if (atOnce && (await this.alone([atOnce, ...inserts(writes, 1)]))) return new Set(writes);
    return this.server.transaction(async (run) => {
      const done = new Set<Waiting>();
      for (const write of writes) if (await claimed(run, write.steps[0]!)) done.add(write);
      for (const step of mergeInserts(inserts([...done], 1))) await run(step);
      return done;
    });
  }

  private async alone(steps: readonly Step[]): Promise<boolean> {
    try {
      await this.runAll(steps);
      return true;
    } catch (error) {
      if (error instanceof Missed) return false;
      throw error;
    }
  }

  private async runAll(steps: readonly Step[]): Promise<void> {
    const merged = mergeInserts(steps);
    const [only, ...others] = merged;
    if (!only) return;
    if (others.length === 0 && only.expect === undefined) await this.server.run(only);
    else
      await this.server.transaction(async (run) => {
        for (const step of merged) {
          const changes = await run(step);
          if (step.expect !== undefined && changes !== step.expect) throw new Missed();
        }
      });
  }
}

/** The steps of all writes from one on, those of the same text beside each other. */
const inserts = (writes: readonly Waiting[], from: number): Step[] =>
  (writes[0]?.steps ?? []).slice(from).flatMap((_, at) => writes.map(({ steps }) => steps[from + at]!));

/** @throws NotTogether when it changed rows, but not as many as it expects */
async function claimed(run: Run, claim: Step): Promise<boolean> {
  const changes = await run(claim);
  if (changes !== 0 && changes !== claim.expect) throw new NotTogether();
  return changes === claim.expect;
}
