import { createHmac, timingSafeEqual } from 'node:crypto';
import { addressGroup } from '../../limits/address-group';
import { QueueFull, Turns } from '../../limits/turns';
import { Busy, TooMany } from '../../faults/faults';
import { isWeaker } from './hashing-task';
import { HashingThread } from './hashing-thread';

const keyrockPrefix = '$keyrock-hmac-sha1$';

export interface PasswordCheck {
  readonly matches: boolean;
  /** The stored form is old: store a new hash of the same password. */
  readonly needsRehash: boolean;
}

/** The stored form of a password imported from Keyrock: HMAC-SHA1 under its salt, `''` when the row had none. */
export const keyrockHash = (salt: string, hex: string): string => `${keyrockPrefix}${salt}$${hex}`;

function matchesKeyrock(stored: string, password: string, keyWithoutSalt: string): boolean {
  const [salt = '', hex = ''] = stored.slice(keyrockPrefix.length).split('$');
  const expected = Buffer.from(hex, 'hex');
  const actual = createHmac('sha1', salt || keyWithoutSalt)
    .update(password)
    .digest();
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** A hash takes some 50 ms of a core; so nobody waits for longer than some seconds, and many addresses not for much more. */
const bounds = { perLane: 64, total: 256 };

/**
 * Hashes passwords with argon2id, off the event loop, and takes over those that Keyrock hashed. One at a time; callers'
 * addresses take turns, and what would wait too long is refused.
 */
export class PasswordHasher {
  private dummy: Promise<string> | undefined;
  private readonly queue = new Turns(bounds);

  constructor(
    private readonly legacyKey: string,
    private readonly memoryKib: number,
    private readonly thread = new HashingThread(),
  ) {}

  /**
   * @param address  of the caller; undefined for those who are signed in, or for the service itself
   * @throws TooMany or Busy while too many wait
   */
  hash(password: string, address?: string): Promise<string> {
    return this.enqueue(address, () => this.thread.hash(password, this.memoryKib));
  }

  /**
   * Checks a password against its stored form, in the same time whether or not there is one.
   *
   * @throws TooMany or Busy while too many wait
   */
  async check(stored: string | null | undefined, password: string, address?: string): Promise<PasswordCheck> {
    if (stored?.startsWith(keyrockPrefix)) {
      const matches = matchesKeyrock(stored, password, this.legacyKey);
      // The old form is fast; without this an observer could tell imported accounts from unknown ones.
      if (!matches) await this.checkDummy(password, address);
      return { matches, needsRehash: matches };
    }
    if (!stored?.startsWith('$argon2')) {
      await this.checkDummy(password, address);
      return { matches: false, needsRehash: false };
    }
    const matches = await this.enqueue(address, () => this.thread.verify(stored, password));
    return { matches, needsRehash: matches && isWeaker(stored, this.memoryKib) };
  }

  private async checkDummy(password: string, address: string | undefined): Promise<void> {
    await this.enqueue(address, async () => {
      this.dummy ??= this.thread.hash('no account has this password', this.memoryKib);
      await this.thread.verify(await this.dummy, password);
    });
  }

  private async enqueue<T>(address: string | undefined, job: () => Promise<T>): Promise<T> {
    try {
      return await this.queue.add(address === undefined ? '' : addressGroup(address), job);
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      throw error.whose === 'own' ? new TooMany(5) : new Busy(10);
    }
  }
}
