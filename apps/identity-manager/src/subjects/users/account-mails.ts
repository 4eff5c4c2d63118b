import { Injectable } from '@nestjs/common';
import { PublicUrl } from '../../service/public-url';
import type { Translate } from '@smart-city/messages';
import { AccountKeys, type MailedPurpose } from './account-keys.service';
import type { Mail } from '../mail/mail-server';
import { Mailer } from '../mail/mailer';
import type { UserRow } from '../../database/entities/user.row';

type Addressee = Pick<UserRow, 'id' | 'username' | 'email'>;

const query = (parameters: Readonly<Record<string, string>>) => new URLSearchParams(parameters).toString();

const resetPath = ({ email }: Addressee, key: string) =>
  `/password/reset?${query({ reset_key: key, email })}`;

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
    const key = await this.keys.issue('activation', user.id, user.email);
    this.send(
      user,
      user.email,
      'activation',
      `/activate?${query({ activation_key: key, email: user.email })}`,
      t,
    );
    return key;
  }

  /** The key is made after the answer, whose time would tell that there is such a user. */
  reset(user: Addressee, t: Translate): void {
    this.sendKey(user, 'reset', 'reset', t, (key) => resetPath(user, key));
  }

  /**
   * As {@link reset}, for an administrator, who waits to hear what became of it.
   *
   * @returns the link where it could not be mailed: it has to be handed over in another way
   */
  async resetOrLink(user: Addressee, t: Translate): Promise<string | undefined> {
    const path = resetPath(user, await this.keys.issue('reset', user.id));
    const isMailed = await this.mailer.deliver(this.compose(user, user.email, 'reset', path, t));
    return isMailed ? undefined : this.publicUrl.at(path);
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

  /** As {@link reset}: the key is made after the answer. */
  disableSecondFactor(user: Addressee, t: Translate): void {
    this.sendKey(user, 'disable_2fa', 'disable2fa', t, (key) => {
      return `/auth/disable_2fa?${query({ disable_2fa_key: key, email: user.email })}`;
    });
  }

  private send(user: Addressee, to: string, what: string, path: string, t: Translate): void {
    this.mailer.send(this.compose(user, to, what, path, t));
  }

  private sendKey(
    user: Addressee,
    purpose: MailedPurpose,
    what: string,
    t: Translate,
    pathOf: (key: string) => string,
  ): void {
    this.mailer.sendPrepared(t(`mail.${what}.subject`), async () =>
      this.compose(user, user.email, what, pathOf(await this.keys.issue(purpose, user.id)), t),
    );
  }

  private compose({ username }: Addressee, to: string, what: string, path: string, t: Translate): Mail {
    const parameters = { greeting: greetingOf(username, t), link: this.publicUrl.at(path) };
    return {
      to,
      subject: t(`mail.${what}.subject`, parameters),
      text: t(`mail.${what}.text`, parameters),
    };
  }
}
