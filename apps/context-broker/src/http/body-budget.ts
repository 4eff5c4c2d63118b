import { getHeapStatistics } from 'node:v8';
import { FairQueue } from '@smart-city/service';
import { Refusal } from './answer-fault';

/** Bytes of bodies. */
export interface BodyLimits {
  /** Of all that are received, waiting or worked on. */
  readonly held: number;
  /** Of those that are worked on: what is made of a body costs many times its text. */
  readonly worked: number;
}

const SHARE_HELD = 16;
const SHARE_WORKED = 192;

/** @param held  as the operator wants it; 0: a share of the memory that the process may use */
export function bodyLimits(held: number): BodyLimits {
  const heap = getHeapStatistics().heap_size_limit;
  return { held: held || Math.floor(heap / SHARE_HELD), worked: Math.floor(heap / SHARE_WORKED) };
}

const tooBusy = () =>
  new Refusal(
    'ServiceUnavailable',
    'the bodies of requests take all the memory there is for them; try again',
    ['Retry-After', '1'],
  );

/** One body that is counted. */
export interface HeldBody {
  readonly owner: string;
  size: number;
  state: 'receiving' | 'waiting' | 'worked' | 'gone';
  /** Told once, when the body has to go; not told while it is worked on. */
  onRefused: (fault: Refusal) => void;
}

/**
 * Counts the bytes of bodies from their arrival to the answer. Where they are too many, the owner with most bytes that are not
 * worked on pays: its newest body is refused. So an owner with little is served whatever others send.
 */
export class BodyBudget {
  private readonly bodies = new Set<HeldBody>();
  private readonly queue = new FairQueue<() => void>();
  private readonly workedOf = new Map<string, number>();
  private heldBytes = 0;
  private workedBytes = 0;

  constructor(private readonly limits: BodyLimits) {}

  /** Bytes of all bodies. */
  get held(): number {
    return this.heldBytes;
  }

  /** Bytes of those that are worked on. */
  get worked(): number {
    return this.workedBytes;
  }

  /** Begins to count a body. */
  begin(owner: string): HeldBody {
    const body: HeldBody = { owner, size: 0, state: 'receiving', onRefused: () => undefined };
    this.bodies.add(body);
    return body;
  }

  /** Counts bytes that have come. Refuses this body or others where they are too many; one alone is never too much. */
  grow(body: HeldBody, bytes: number): void {
    if (body.state !== 'receiving') return;
    body.size += bytes;
    this.heldBytes += bytes;
    while (this.heldBytes > this.limits.held && this.bodies.size > 1) {
      const paying = this.newestOf(this.greediest());
      this.refuse(paying);
      if (paying === body) return;
    }
  }

  /**
   * Waits until the body may be worked on. An owner gets half of what may be worked on, and more only while nothing else is.
   *
   * @throws Refusal  503, by rejection
   */
  startWork(body: HeldBody): Promise<void> | undefined {
    if (body.state === 'gone') return Promise.reject(tooBusy());
    // Others that wait may not work yet, else they would.
    if (this.queue.lengthOf(body.owner) === 0 && this.mayWork(body.owner)) return void this.work(body);
    body.state = 'waiting';
    return new Promise((resolve, reject) => {
      body.onRefused = reject;
      this.queue.push(body.owner, () => {
        if (body.state !== 'waiting') return;
        this.work(body);
        resolve();
      });
    });
  }

  /** Ends the count of a body, whatever became of it. */
  release(body: HeldBody): void {
    if (body.state === 'gone') return;
    if (body.state === 'worked') {
      this.workedBytes -= body.size;
      const rest = this.workedOf.get(body.owner)! - body.size;
      if (rest > 0) this.workedOf.set(body.owner, rest);
      else this.workedOf.delete(body.owner);
    }
    body.state = 'gone';
    this.bodies.delete(body);
    this.heldBytes -= body.size;
    for (let next = this.takeNext(); next !== undefined; next = this.takeNext()) next();
  }

  private takeNext(): (() => void) | undefined {
    return this.queue.take((owner) => this.mayWork(owner));
  }

  private mayWork(owner: string): boolean {
    const { worked } = this.limits;
    if (this.workedBytes === 0) return true;
    return this.workedBytes < worked && (this.workedOf.get(owner) ?? 0) < worked / 2;
  }

  private work(body: HeldBody): void {
    body.state = 'worked';
    this.workedBytes += body.size;
    this.workedOf.set(body.owner, (this.workedOf.get(body.owner) ?? 0) + body.size);
  }

  private refuse(body: HeldBody): void {
    this.release(body);
    body.onRefused(tooBusy());
  }

  /** Never called without a body that is being received. */
  private greediest(): string {
    const sizes = new Map<string, number>();
    let most = '';
    for (const { owner, size, state } of this.bodies) {
      if (state === 'worked') continue;
      const sum = (sizes.get(owner) ?? 0) + size;
      sizes.set(owner, sum);
      if (sum >= (sizes.get(most) ?? 0)) most = owner;
    }
    return most;
  }

  private newestOf(owner: string): HeldBody {
    let newest: HeldBody | undefined;
    for (const body of this.bodies)
      if (body.owner === owner && body.state !== 'worked' && body.size > 0) newest = body;
    return newest!;
  }
}
