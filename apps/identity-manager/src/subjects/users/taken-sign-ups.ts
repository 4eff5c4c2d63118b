import { Inject, Injectable } from '@nestjs/common';
import { SecretCipher } from '../../database/secret-cipher';
import type { Clock } from '../../service/clock';
import { tokenHash } from '../../service/random-token';
import { CLOCK } from '../../service/tokens';
import { AccountKeysRepository } from './account-keys.repository';
import { emailKey } from './email-address';
import { UsersRepository } from './users.repository';

/** As long as an account that nobody confirms goes on waiting. */
const lifeMs = 100 * 365 * 86_400_000;

/**
 * The latest sign-up for each address that had an account already. Whoever signs in with what they signed up with is told
 * that the account waits for confirmation, whether one was made or not: otherwise a sign-up and a sign-in would tell whether
 * the address had an account before.
 */
@Injectable()
export class TakenSignUps {
  constructor(
    private readonly users: UsersRepository,
    private readonly keys: AccountKeysRepository,
    private readonly cipher: SecretCipher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** In place of an earlier one for the address. */
  async note(email: string, password: string): Promise<void> {
    const owner = await this.users.findByEmail(email);
    if (!owner) return;
    const createdAt = this.clock.now();
    await this.keys.replace({
      keyHash: this.hashOf(email, password),
      purpose: 'taken_sign_up',
      userId: owner.id,
      pendingEmail: null,
      expiresAt: createdAt + lifeMs,
      createdAt,
    });
  }

  async has(email: string, password: string): Promise<boolean> {
    const found = await this.keys.find(this.hashOf(email, password), 'taken_sign_up', this.clock.now());
    return found !== undefined;
  }

  /** Keyed: whoever reads the database alone can try no passwords on it. */
  private hashOf(email: string, password: string): string {
    return tokenHash(this.cipher.sign('taken sign-up', `${emailKey(email)}\n${password}`));
  }
}
