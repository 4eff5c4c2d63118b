import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import { SecretCipher } from '../../database/secret-cipher';
import { randomKey } from '../../service/random-token';
import { sameText } from '../../service/same-text';
import type { Translate } from '@smart-city/messages';
import { AccountKeys } from './account-keys.service';
import { AccountMails } from './account-mails';
import { AccountRules, refuseFirst } from './account-rules.service';
import { MailLimit } from './mail-limit';
import { TakenNames } from './taken-names';
import { TakenSignUps } from './taken-sign-ups';
import { emailKey } from './email-address';
import { emailVerification } from './user.statements';
import { UserChanges } from './user-changes.service';
import type { SignUp } from './user-input';
import { UsersRepository } from './users.repository';
import type { Step } from '../../database/dialect';
import type { UserRow } from '../../database/entities/user.row';
import { Conflict, type Invalid } from '../../faults/faults';

/** The step that notes that the user reads what is mailed to the address. */
const verifying = (userId: string, email: string | null): readonly Step[] =>
  email === null ? [] : [emailVerification({ emailVerified: true }, userId, emailKey(email))];

/** Accounts that users open themselves, enabled by a mailed key. */
@Injectable()
export class Registrations {
  constructor(
    private readonly rows: UsersRepository,
    private readonly changes: UserChanges,
    private readonly rules: AccountRules,
    private readonly limit: MailLimit,
    private readonly keys: AccountKeys,
    private readonly mails: AccountMails,
    private readonly audit: AuditLog,
    private readonly cipher: SecretCipher,
    private readonly taken: TakenSignUps,
    private readonly names: TakenNames,
  ) {}

  /**
   * Opens a disabled account, in place of an earlier one that was not confirmed, and mails its key.
   *
   * @returns what shows, together with the key, that the same person signed up; says nothing of whether the address
   *   was taken already
   * @throws Invalid; Conflict `taken` of `username` when another user signs in by it; TooMany
   */
  async signUp(wished: SignUp, t: Translate, address: string | undefined): Promise<string> {
    refuseFirst(this.problemsOf(wished));
    await this.names.refuseUsername({ id: '', ...wished });
    await this.limit.count(wished.email, address);
    const user = await this.open(wished);
    if (!user) await this.taken.note(wished.email, wished.password);
    const key = user ? await this.mails.activation(user, t) : randomKey();
    this.audit.record({
      event: 'user.sign-up',
      outcome: user ? 'success' : 'failure',
      actorId: user?.id,
      subject: wished.email,
      address,
    });
    return this.proofOf(key);
  }

  /**
   * Who has to choose a password before the account counts: whoever opens the mail elsewhere than where the sign-up
   * was. Anybody can sign up with anybody's address, so the password of the sign-up may be a stranger's.
   *
   * @returns undefined when the password of the sign-up stays, or the key is worth nothing
   */
  async mustChoosePassword(key: string, proof: string | undefined): Promise<UserRow | undefined> {
    if (proof !== undefined && sameText(proof, this.proofOf(key))) return undefined;
    return this.ownerOf(key);
  }

  /**
   * Enables the account, with the password when one must be chosen.
   *
   * @returns false when the key is unknown, used or too old
   * @throws Invalid of `password`
   */
  async activate(
    key: string,
    { proof, password }: { readonly proof: string | undefined; readonly password: string },
    address: string | undefined,
  ): Promise<boolean> {
    const chooser = await this.mustChoosePassword(key, proof);
    if (chooser) refuseFirst(this.rules.password(password, chooser.email));
    const chosen = chooser && password;
    const used = await this.keys.use('activation', key, { address }, ({ userId, pendingEmail }, removal) =>
      this.changes.activate(userId, chosen, [removal, ...verifying(userId, pendingEmail)]),
    );
    if (!used) return false;
    const { userId } = used;
    this.audit.record({
      event: 'user.activate',
      outcome: 'success',
      actorId: userId,
      subject: userId,
      address,
    });
    return true;
  }

  /** Mails another key to who never activated; whom an administrator disabled gets none. @throws TooMany */
  async resend(email: string, t: Translate, address: string | undefined): Promise<void> {
    await this.limit.count(email, address);
    const user = await this.rows.findByEmail(email);
    if (user && !user.enabled && user.awaitingActivation) await this.mails.activation(user, t);
  }

  /** What the settings have against a sign-up. */
  problemsOf({ email, password }: SignUp): readonly Invalid[] {
    return [...this.rules.email(email), ...this.rules.password(password, email)];
  }

  /** Undefined when the address is taken, which the page must not tell. */
  private async open({ username, email, password, gravatar }: SignUp): Promise<UserRow | undefined> {
    const wished = { username, email, password, gravatar, enabled: false, awaitingActivation: true };
    try {
      return await this.changes.add(wished);
    } catch (error) {
      if (error instanceof Conflict) return undefined;
      throw error;
    }
  }

  private async ownerOf(key: string): Promise<UserRow | undefined> {
    const found = await this.keys.find('activation', key);
    return (found && (await this.rows.find(found.userId))) ?? undefined;
  }

  private proofOf(key: string): string {
    return this.cipher.sign('sign-up', key);
  }
}
