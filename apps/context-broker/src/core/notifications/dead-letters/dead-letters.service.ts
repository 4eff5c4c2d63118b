import { NgsiError } from '@smart-city/context';
import {
  DEAD_LETTER_STORE,
  type DeadLetterStore,
  type Letter,
  type LetterPage,
  type LetterQuery,
} from '../../../storage/dead-letter-store';
import { Inject, Injectable } from '@nestjs/common';
import { NoSuchChannel } from '../channels/channels';
import { DeliveryQueue } from '../delivery-queue';
import { DEAD_LETTERS, type DeadLetters } from './dead-letters';
import { notificationOf, summaryOf } from './letter';

/** What came of sending letters again: `queued` are on their way, `waiting` had no room, or no channel here, and stay as they are. */
export interface SentAgain {
  readonly queued: number;
  readonly waiting: number;
}

/** What became of a letter that was to be sent again. */
type Offered = 'queued' | 'full' | NoSuchChannel;

const notFound = () => new NgsiError('NotFound', 'The requested dead letter has not been found. Check id');
const PAGE = 1_000;

/** `/v2/deadLetters` on the store. */
@Injectable()
export class DeadLettersService {
  constructor(
    @Inject(DEAD_LETTER_STORE) private readonly store: DeadLetterStore,
    @Inject(DEAD_LETTERS) private readonly letters: DeadLetters,
    private readonly queue: DeliveryQueue,
  ) {}

  async list(tenant: string, query: LetterQuery): Promise<LetterPage> {
    await this.letters.flush();
    return this.store.page(tenant, query);
  }

  /** @throws NgsiError  NotFound */
  async get(tenant: string, id: string): Promise<Letter> {
    await this.letters.flush();
    const found = await this.store.find(tenant, id);
    if (found === undefined) throw notFound();
    return found;
  }

  /**
   * Queues one letter; it stays a letter until it is delivered.
   *
   * @throws NgsiError  NotFound; ServiceUnavailable where there is no room; Unprocessable where this broker has no channel for it
   */
  async sendAgain(tenant: string, id: string): Promise<SentAgain> {
    const offered = this.offer(await this.get(tenant, id));
    if (offered === 'full')
      throw new NgsiError('ServiceUnavailable', 'the queue of the receiver is full: try again later');
    if (offered !== 'queued')
      throw new NgsiError('Unprocessable', `this broker cannot send it: it has ${offered.message}`);
    return { queued: 1, waiting: 0 };
  }

  /** Queues all letters of a subscription, the oldest first, as far as there is room; those without a channel are passed over. */
  async sendAllAgain(tenant: string, subscriptionId: string): Promise<SentAgain> {
    const ids = await this.idsOf(tenant, subscriptionId);
    let queued = 0;
    for (const id of ids.reverse()) {
      const letter = await this.store.find(tenant, id);
      if (letter === undefined) continue;
      const offered = this.offer(letter);
      if (offered === 'full') break;
      if (offered === 'queued') queued += 1;
    }
    return { queued, waiting: ids.length - queued };
  }

  /** @throws NgsiError  NotFound */
  async drop(tenant: string, id: string): Promise<void> {
    await this.letters.flush();
    if ((await this.store.remove(tenant, [id])) === 0) throw notFound();
  }

  async dropAll(tenant: string, subscriptionId: string): Promise<void> {
    await this.store.remove(tenant, await this.idsOf(tenant, subscriptionId));
  }

  private offer(letter: Letter): Offered {
    const outgoing = notificationOf(letter);
    if (!this.letters.sendsAgain(outgoing, summaryOf(letter).attempts)) return 'queued';
    let offered: Offered = 'full';
    try {
      if (this.queue.offer(outgoing)) offered = 'queued';
    } catch (error) {
      if (!(error instanceof NoSuchChannel)) throw error;
      offered = error;
    } finally {
      // Whatever kept it from the queue: it is not on its way.
      if (offered !== 'queued') this.letters.isNotSentAgain(outgoing);
    }
    return offered;
  }

  /** Newest first. */
  private async idsOf(tenant: string, subscriptionId: string): Promise<string[]> {
    await this.letters.flush();
    const ids: string[] = [];
    for (;;) {
      const { letters } = await this.store.page(tenant, { subscriptionId, limit: PAGE, offset: ids.length });
      ids.push(...letters.map(({ id }) => id));
      if (letters.length < PAGE) return ids;
    }
  }
}
