import { createHmac, timingSafeEqual } from 'node:crypto';
import { argon2 } from './hashing-task';
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

/** Hashes passwords with argon2id, off the event loop, and takes over those that Keyrock hashed. */
export class PasswordHasher {
  private dummy: Promise<string> | undefined;

  constructor(
    private readonly legacyKey: string,
    private readonly thread = new HashingThread(),
  ) {}

  hash(password: string): Promise<string> {
    return this.thread.hash(password);
  }

  /** Checks a password against its stored form, in the same time whether or not there is one. */
  async check(stored: string | null | undefined, password: string): Promise<PasswordCheck> {
    if (stored?.startsWith(keyrockPrefix)) {
      const matches = matchesKeyrock(stored, password, this.legacyKey);
      // The old form is fast; without this an observer could tell imported accounts from unknown ones.
      if (!matches) await this.checkDummy(password);
      return { matches, needsRehash: matches };
    }
    if (!stored?.startsWith('$argon2')) {
      await this.checkDummy(password);
      return { matches: false, needsRehash: false };
    }
    const matches = await this.thread.verify(stored, password);
    return {
      matches,
      needsRehash: matches && !stored.includes(`m=${argon2.memoryCost},t=${argon2.timeCost}`),
    };
  }

  private async checkDummy(password: string): Promise<void> {
    this.dummy ??= this.hash('no account has this password');
    const stored = await this.dummy;
    await this.thread.verify(stored, password);
  }
}
