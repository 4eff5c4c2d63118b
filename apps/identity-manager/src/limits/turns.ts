import { FairQueue } from '@smart-city/service';

type Job = () => Promise<void>;

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
export class Turns {
  private readonly waiting = new FairQueue<Job>();
  private isRunning = false;

  constructor(private readonly bounds: QueueBounds) {}

  /** @throws QueueFull without starting the job */
  add<T>(lane: string, job: () => Promise<T>): Promise<T> {
    if (this.waiting.lengthOf(lane) >= this.bounds.perLane) return Promise.reject(new QueueFull('own'));
    if (this.waiting.length >= this.bounds.total) return Promise.reject(new QueueFull('all'));
    return new Promise<T>((resolve, reject) => {
      this.waiting.push(lane, () => job().then(resolve, reject));
      if (!this.isRunning) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.isRunning = true;
    for (let job = this.waiting.take(); job; job = this.waiting.take()) await job();
    this.isRunning = false;
  }
}
