import { Injectable } from '@nestjs/common';
import { PublicUrl } from '../http/public-url';
import type { Translate } from '../web/messages';
import { AccountKeys } from './account-keys.service';
import { Mailer } from './mailer';
import type { UserRow } from './user.row';

type Addressee = Pick<UserRow, 'id' | 'username' | 'email'>;

const query = (parameters: Readonly<Record<string, string>>) => new URLSearchParams(parameters).toString();

/** Words, as names are made of: what a mail program could turn into a link or an address is none. */
const plainName = /^(?:[\p{L}\p{M}\p{N} '’_-]|\.(?= |$)){1,64}$/u;

/** The first line of a mail. People choose their names, and others get mails with them. */
export const greetingOf = (username: string, t: Translate): string =>
  plainName.test(username) ? t('mail.hello', { username }) : t('mail.helloNobody');

/** Mails with a link that works once. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly keys: AccountKeys,
    private readonly mailer: Mailer,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** @returns the key that was mailed */
  async activation(user: Addressee, t: Translate): Promise<string> {
    const key = await this.keys.issue('activation', user.id);
    this.send(
      user,
      user.email,
      'activation',
      `/activate?${query({ activation_key: key, email: user.email })}`,
      t,
    );
    return key;
  }

  async reset(user: Addressee, t: Translate): Promise<void> {
    const key = await this.keys.issue('reset', user.id);
    this.send(
      user,
      user.email,
      'reset',
      `/password/reset?${query({ reset_key: key, email: user.email })}`,
      t,
    );
  }

  /** Goes to the new address, with the key that shows that it is the user's. */
  async emailChange(user: Addressee, newEmail: string, t: Translate): Promise<void> {
    const key = await this.keys.issue('verification', user.id, newEmail);
    const path = `/idm/settings/email/verify?${query({ verification_key: key, new_email: newEmail })}`;
    this.send(user, newEmail, 'verification', path, t);
  }

  /** Goes to the old address. */
  emailChanging(user: Addressee, t: Translate): void {
    this.send(user, user.email, 'emailChanging', '/idm/settings', t);
  }

  async disableSecondFactor(user: Addressee, t: Translate): Promise<void> {
    const key = await this.keys.issue('disable_2fa', user.id);
    const path = `/auth/disable_2fa?${query({ disable_2fa_key: key, email: user.email })}`;
    this.send(user, user.email, 'disable2fa', path, t);
  }

  private send({ username }: Addressee, to: string, what: string, path: string, t: Translate): void {
    const parameters = { greeting: greetingOf(username, t), link: this.publicUrl.at(path) };
    this.mailer.send({
      to,
      subject: t(`mail.${what}.subject`, parameters),
      text: t(`mail.${what}.text`, parameters),
    });
  }
}
