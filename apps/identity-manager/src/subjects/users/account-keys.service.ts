import { Inject, Injectable } from '@nestjs/common';
import type { Step } from '../../database/dialect';
import type { AccountKeyPurpose } from '../../database/entities/user.row';
import type { Clock } from '../../service/clock';
import { randomKey, tokenHash } from '../../service/random-token';
import { CLOCK } from '../../service/tokens';
import { AuditLog } from '../audit/audit-log';
import { AccountKeysRepository, type FoundKey } from './account-keys.repository';

const hourMs = 3_600_000;

/** How long a key works. */
const lifeMs = {
  activation: 24 * hourMs,
  reset: 24 * hourMs,
  verification: 24 * hourMs,
  disable_2fa: hourMs,
  second_factor_setup: hourMs,
  form: 24 * hourMs,
} as const satisfies Partial<Record<AccountKeyPurpose, number>>;

export type MailedPurpose = keyof typeof lifeMs;

/** Single-use keys for links in mails: 256 random bits, kept as digests. */
@Injectable()
export class AccountKeys {
  constructor(
    private readonly rows: AccountKeysRepository,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Makes a key; an earlier one for the same purpose stops working. */
  async issue(purpose: MailedPurpose, userId: string, pendingEmail: string | null = null): Promise<string> {
    const key = randomKey();
    await this.rows.replace({ ...this.rowOf(purpose, userId, key), pendingEmail });
    return key;
  }

  /** Whose key it is, when it still works; it goes on working. */
  find(purpose: MailedPurpose, key: string): Promise<FoundKey | undefined> {
    return this.rows.find(tokenHash(key), purpose, this.clock.now());
  }

  /**
   * Uses the key up together with what it is for. Of two requests at once, one does; the refusal of the others is noted.
   *
   * @param ownerId  whose key it must be; one that somebody else brings is not used up
   * @param work     writes what the key is for and its removal in one transaction; false when it could not
   * @returns whose key it was; undefined when nothing was done
   */
  async use(
    purpose: MailedPurpose,
    key: string,
    { address, ownerId }: { readonly address: string | undefined; readonly ownerId?: string },
    work: (found: FoundKey, removal: Step) => Promise<boolean>,
  ): Promise<FoundKey | undefined> {
    const found = await this.find(purpose, key);
    const isTheirs = found && (ownerId === undefined || found.userId === ownerId);
    if (isTheirs && (await work(found, this.rows.removal(tokenHash(key))))) return found;
    this.audit.record({
      event: 'key.refuse',
      outcome: 'failure',
      actorId: ownerId,
      subject: found?.userId,
      address,
      details: { purpose },
    });
    return undefined;
  }

  /** Notes that a user sent this very form; false when they did before. */
  claimForm(userId: string, form: string): Promise<boolean> {
    return this.rows.addUnlessThere(this.rowOf('form', userId, `${userId}\n${form}`));
  }

  private rowOf(purpose: MailedPurpose, userId: string, key: string) {
    const createdAt = this.clock.now();
    const expiresAt = createdAt + lifeMs[purpose];
    return { keyHash: tokenHash(key), purpose, userId, pendingEmail: null, expiresAt, createdAt };
  }
}
