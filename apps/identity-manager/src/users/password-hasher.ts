import { createHmac, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's recommendation for argon2id (algorithm 2; the package has it as a const enum) with 19 MiB. */
const argon2 = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

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

/**
 * Hashes passwords with argon2id on libuv's threads, few at a time: a burst of logins must not take every core from
 * the event loop.
 */
export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private dummy: Promise<string> | undefined;

  constructor(
    private readonly legacyKey: string,
    private readonly atOnce = 1,
  ) {}

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, argon2));
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
    const matches = await this.inTurn(() => verify(stored, password).catch(() => false));
    return {
      matches,
      needsRehash: matches && !stored.includes(`m=${argon2.memoryCost},t=${argon2.timeCost}`),
    };
  }

  private async checkDummy(password: string): Promise<void> {
    this.dummy ??= this.hash('no account has this password');
    const stored = await this.dummy;
    await this.inTurn(() => verify(stored, password));
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
