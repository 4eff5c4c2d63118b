import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { Invalid } from '../../faults/faults';
import { emailKey, isEmail } from './email-address';
import { EmailDomains } from './email-domains';

/** Who sets a password: the one who will type it, or an administrator through the API, as clients of Keyrock do. */
export type PasswordSetting = keyof Options['passwordMinLength'];

const longestPassword = 1024;

/** What the settings say of new accounts. */
@Injectable()
export class AccountRules {
  constructor(
    private readonly domains: EmailDomains,
    @Inject(OPTIONS) private readonly options: Pick<Options, 'passwordMinLength'>,
  ) {}

  /** What is wrong with a new e-mail address; nothing for one that is left as it was. */
  email(email: string, before?: string): readonly Invalid[] {
    if (email === before) return [];
    if (!isEmail(email)) return [new Invalid('email', 'email')];
    return this.domains.allows(email) ? [] : [new Invalid('email', 'emailDomain')];
  }

  /** What is wrong with a new password. Passwords that exist already are never judged. */
  password(password: string, email: string, setting: PasswordSetting = 'chosen'): readonly Invalid[] {
    if (password === '') return [new Invalid('password', 'required')];
    const min = this.options.passwordMinLength[setting];
    if ([...password].length < min) return [new Invalid('password', 'passwordLength', { min })];
    if (password.length > longestPassword)
      return [new Invalid('password', 'passwordLength', { max: longestPassword })];
    return emailKey(password) === emailKey(email) ? [new Invalid('password', 'passwordIsEmail')] : [];
  }
}

/** @throws Invalid the first of them */
export function refuseFirst([first]: readonly Invalid[]): void {
  if (first) throw first;
}
