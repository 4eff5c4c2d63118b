import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { isDuplicate } from '../../database/database-errors';
import { emailKey, isEmail } from './email-address';
import { EmailDomains } from './email-domains';
import { passwordProblem } from './password-rules';
import type { UserRow } from '../../database/entities/user.row';
import { UsersRepository } from './users.repository';
import { UsersService, type NewUser } from './users.service';

/** What people type to get an account; values are checked here. */
export interface SignUp {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly gravatar: boolean;
}

const longestUsername = 30;
const controls = /[\u0000-\u001f\u007f]/;

/** Message keys of what is wrong, by field; empty when nothing is. */
export type Problems = Record<string, string>;

/** People's own accounts: signing up and what they may choose. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly users: UsersService,
    private readonly domains: EmailDomains,
    private readonly rows: UsersRepository,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  checkUsername(username: string): string | undefined {
    if (username === '') return 'problem.required';
    if ([...username].length > longestUsername) return 'problem.usernameLong';
    return controls.test(username) ? 'problem.characters' : undefined;
  }

  checkEmail(email: string): string | undefined {
    if (!isEmail(email)) return 'problem.email';
    return this.domains.allows(email) ? undefined : 'problem.emailDomain';
  }

  checkPassword(password: string, email: string): string | undefined {
    if (password === '') return 'problem.required';
    const problem = passwordProblem(password, email, this.options.passwordMinLength.chosen);
    if (problem === undefined) return undefined;
    return emailKey(password) === emailKey(email) ? 'problem.passwordIsEmail' : 'problem.passwordShort';
  }

  checkSignUp({ username, email, password }: SignUp, passwordAgain: string): Problems {
    return present({
      username: this.checkUsername(username),
      email: this.checkEmail(email),
      password1: this.checkPassword(password, email),
      password2: password === passwordAgain ? undefined : 'problem.passwordsDiffer',
    });
  }

  /**
   * A new, disabled user, in place of an earlier sign-up that was not confirmed; undefined when the address is taken,
   * which the page must not tell.
   */
  signUp({ username, email, password, gravatar }: SignUp): Promise<UserRow | undefined> {
    const wished = { username, email, password, gravatar };
    return this.createUnlessTaken({ ...wished, enabled: false, awaitingActivation: true });
  }

  async createUnlessTaken(user: NewUser): Promise<UserRow | undefined> {
    try {
      return await this.users.create(user);
    } catch (error) {
      if (isDuplicate(error)) return undefined;
      throw error;
    }
  }

  /** False when the user is waiting for no activation any more. */
  activate(userId: string): Promise<boolean> {
    return this.rows.activate(userId);
  }

  /** False when another user got the address meanwhile. */
  async changeEmail(userId: string, email: string): Promise<boolean> {
    try {
      await this.rows.changeEmail(userId, email);
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}

/** Only the fields that have a problem. */
export const present = (problems: Readonly<Record<string, string | undefined>>): Problems =>
  Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
