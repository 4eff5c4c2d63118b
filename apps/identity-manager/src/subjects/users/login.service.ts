import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import { CLOCK } from '../../service/tokens';
import type { Clock } from '../../service/clock';
import { AttemptLimiter, type Attempt } from '../../limits/attempt-limiter';
import type { UserRow } from '../../database/entities/user.row';
import { DirectoryLogins } from './directory-logins.service';
import { emailKey } from './email-address';
import { PasswordHasher } from './password-hasher';
import { TakenSignUps } from './taken-sign-ups';
import { UsersRepository } from './users.repository';

/** An attempt at the user's password, the same wherever it is asked for and however the user is named. */
export const passwordOf = ({ id }: UserRow): Attempt => ({ kind: 'password', account: id });

const MINUTE_MS = 60_000;

/** Where a login happens. */
export interface LoginPlace {
  readonly address?: string | undefined;
  /** For the audit log: `password-grant`, `authorize`, `api`, `web`. */
  readonly through: string;
  readonly applicationId?: string;
  /** What is asked of the user beside the password, a second factor; without it the login has failed. */
  readonly admits?: (user: UserRow) => Promise<boolean>;
}

/** Nobody has confirmed the address yet; a user of the directory has an address that another account has. */
export type Hindrance = 'unconfirmed' | 'addressTaken';

/** What became of an attempt to log in. */
export interface LoginOutcome {
  readonly user: UserRow | undefined;
  /** The password is right, but something else is in the way. */
  readonly hindrance: Hindrance | undefined;
}

/** The one way by which a password becomes a user: limits, constant time, audit. */
@Injectable()
export class LoginService {
  constructor(
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasher,
    private readonly limiter: AttemptLimiter,
    private readonly audit: AuditLog,
    private readonly taken: TakenSignUps,
    private readonly directory: DirectoryLogins,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The enabled user with this e-mail address (or unique user name) and password; undefined when there is none. Users
   * with a second factor are returned too: the caller asks for it, or refuses.
   *
   * @throws TooMany after too many failures of the account or the address; DirectoryAway
   */
  async login(login: string, password: string, place: LoginPlace): Promise<UserRow | undefined> {
    return (await this.attempt(login, password, place)).user;
  }

  /**
   * As {@link login}, for a page: it tells users that their account waits for confirmation. Only the right password has
   * it told, and a sign-up for an address that was taken is told the same. Both count as failures.
   *
   * @throws TooMany
   */
  async loginOnPage(login: string, password: string, place: LoginPlace): Promise<LoginOutcome> {
    const outcome = await this.attempt(login, password, place);
    if (outcome.user || outcome.hindrance) return outcome;
    const isTaken = await this.taken.has(login, password);
    return isTaken ? { user: undefined, hindrance: 'unconfirmed' } : outcome;
  }

  private async attempt(
    login: string,
    password: string,
    { address, through, applicationId, admits }: LoginPlace,
  ): Promise<LoginOutcome> {
    const found = await this.users.findByLogin(login);
    const entry = await this.directory.find(login, found, address);
    // Nobody's name is counted like somebody's: what is answered must not tell them apart.
    const account = entry?.userId ?? found?.id ?? emailKey(login);
    let hindrance: Hindrance | undefined;
    const known = await this.limiter.reserve({ kind: 'password', account }, address, async () => {
      const checked = entry
        ? await this.directory.enter(entry, password, address)
        : await this.authenticate(found, password, address);
      if (typeof checked !== 'string') return checked;
      hindrance = checked;
      return undefined;
    });
    const user = known && (admits === undefined || (await admits(known))) ? known : undefined;
    if (user) await this.note(user);
    this.audit.record({
      event: 'login',
      outcome: user ? 'success' : 'failure',
      actorId: user?.id,
      subject: emailKey(login),
      applicationId,
      address,
      details: { through },
    });
    return { user, hindrance };
  }

  /** To the minute: programs that give a password with every request do not write with every request. */
  private async note({ id, lastSignInAt }: UserRow): Promise<void> {
    const now = this.clock.now();
    if (now - lastSignInAt >= MINUTE_MS) await this.users.signedIn(id, now);
  }

  /**
   * The user when it is enabled and has this password, or undefined; `unconfirmed` when only the confirmation is missing. Takes the same time for nobody, and stores a new
   * hash when the old one is of an older form.
   *
   * @throws TooMany or Busy while too many passwords are being checked
   */
  private async authenticate(
    user: UserRow | null,
    password: string,
    address: string | undefined,
  ): Promise<UserRow | 'unconfirmed' | undefined> {
    const stored = user && this.directory.hasPasswordHere(user) ? user.passwordHash : null;
    const { matches, needsRehash } = await this.hasher.check(stored, password, address);
    if (!user || !matches) return undefined;
    if (!user.enabled) return user.awaitingActivation ? 'unconfirmed' : undefined;
    if (needsRehash) await this.users.rehash(user, await this.hasher.hash(password, address));
    // Hashing takes its time: a password that was changed meanwhile, or a user disabled, opens nothing any more.
    const now = await this.users.find(user.id);
    return now?.enabled && now.datePassword === user.datePassword ? now : undefined;
  }
}
