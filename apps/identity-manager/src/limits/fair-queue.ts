interface Job {
  readonly run: () => Promise<void>;
}

export interface QueueBounds {
  /** Jobs of one lane that may wait. */
  readonly perLane: number;
  /** Jobs of all lanes together that may wait. */
  readonly total: number;
}

/** A queue had no room: `own` when the lane has its share, `all` when there is none left for anybody. */
export class QueueFull extends Error {
  constructor(readonly whose: 'own' | 'all') {
    super('too many jobs wait');
  }
}

/**
 * Runs one job after the other, taking the lanes in turn: who sends many waits for the own ones, not everybody else.
 */
export class FairQueue {
  /** Lanes with waiting jobs, the next one first. */
  private readonly lanes = new Map<string, Job[]>();
  private waiting = 0;
  private isRunning = false;

  constructor(private readonly bounds: QueueBounds) {}

  /** @throws QueueFull without starting the job */
  add<T>(lane: string, job: () => Promise<T>): Promise<T> {
    const jobs = this.lanes.get(lane) ?? [];
    if (jobs.length >= this.bounds.perLane) return Promise.reject(new QueueFull('own'));
    if (this.waiting >= this.bounds.total) return Promise.reject(new QueueFull('all'));
    return new Promise<T>((resolve, reject) => {
      jobs.push({ run: () => job().then(resolve, reject) });
      this.lanes.set(lane, jobs);
      this.waiting++;
      if (!this.isRunning) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.isRunning = true;
    for (let job = this.next(); job; job = this.next()) await job.run();
    this.isRunning = false;
  }

  /** The first job of the first lane, which goes to the end. */
  private next(): Job | undefined {
    for (const [lane, jobs] of this.lanes) {
      const job = jobs.shift();
      this.lanes.delete(lane);
      if (jobs.length > 0) this.lanes.set(lane, jobs);
      if (!job) continue;
      this.waiting--;
      return job;
    }
    return undefined;
  }
}
