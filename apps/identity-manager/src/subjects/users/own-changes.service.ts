import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { badRequest, forbidden } from '../../http/api-errors';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import type { Translate } from '../../messages/messages';
import { EmailChanges } from './email-changes.service';
import { PasswordAgain } from './password-again.service';
import type { UserPatch } from '../../doors/api/users/user-body';
import type { UserRow } from '../../database/entities/user.row';

/** How long after the login a new password needs no old one: clients of Keyrock log in and change it, and send none. */
const freshMs = 5 * 60_000;

/** How a user proves to be more than the finder of an API token. */
export interface OwnProof {
  readonly oldPassword: string | undefined;
  /** When the password was given that the API token goes back to. */
  readonly passwordAt: number | undefined;
  readonly address: string | undefined;
}

/** What users change of themselves through the management API that would let a thief of their token keep the account. */
@Injectable()
export class OwnChanges {
  constructor(
    private readonly again: PasswordAgain,
    private readonly emails: EmailChanges,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A new password needs the old one, or a login of the last minutes.
   *
   * @throws ApiError 400 when it is missing or wrong, OAuthError 429 after too many wrong ones
   */
  async checkOldPassword(user: UserRow, { oldPassword, passwordAt, address }: OwnProof): Promise<void> {
    if (oldPassword !== undefined) {
      if (!(await this.again.isRight(user, oldPassword, address))) throw badRequest('old_password is wrong');
      return;
    }
    if (passwordAt === undefined || this.clock.now() - passwordAt > freshMs)
      throw badRequest('Missing parameter old_password in body request, or a login of the last 5 minutes');
  }

  /**
   * Takes a new address out of the patch and mails a key to it. Whether another user has it is not told.
   *
   * @returns what is left of the patch, and the address that waits for its confirmation
   * @throws ApiError 403 when there are no pages on which it could be confirmed
   */
  async withoutEmail(
    user: UserRow,
    patch: UserPatch,
    t: Translate,
    address: string | undefined,
  ): Promise<{ readonly patch: UserPatch; readonly pendingEmail?: string }> {
    const { email } = patch;
    if (email === undefined || email === user.email) return { patch };
    if (this.options.headless) throw forbidden('Only an administrator can set the email here');
    await this.emails.request(user, email, t);
    this.again.record('user.email.request', user, address);
    return { patch: { ...patch, email: undefined }, pendingEmail: email };
  }
}
