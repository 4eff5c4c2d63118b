import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import { CLOCK } from '../../service/tokens';
import type { Clock } from '../../service/clock';
import { AttemptLimiter, type Attempt } from '../../limits/attempt-limiter';
import type { UserRow } from '../../database/entities/user.row';
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

/** What became of an attempt to log in. */
export interface LoginOutcome {
  readonly user: UserRow | undefined;
  /** The password is right, but nobody has confirmed the address yet. */
  readonly isUnconfirmed: boolean;
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
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The enabled user with this e-mail address (or unique user name) and password; undefined when there is none. Users
   * with a second factor are returned too: the caller asks for it, or refuses.
   *
   * @throws TooMany after too many failures of the account or the address
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
    const { user, isUnconfirmed } = await this.attempt(login, password, place);
    if (user) return { user, isUnconfirmed };
    const isTaken = await this.taken.has(login, password);
    return { user, isUnconfirmed: isUnconfirmed || isTaken };
  }

  private async attempt(
    login: string,
    password: string,
    { address, through, applicationId, admits }: LoginPlace,
  ): Promise<LoginOutcome> {
    const found = await this.users.findByLogin(login);
    // Nobody's name is counted like somebody's: what is answered must not tell them apart.
    const attempt = found ? passwordOf(found) : ({ kind: 'password', account: emailKey(login) } as const);
    let isUnconfirmed = false;
    const known = await this.limiter.reserve(attempt, address, async () => {
      const checked = await this.authenticate(found, password, address);
      isUnconfirmed = checked === 'unconfirmed';
      return checked === 'unconfirmed' ? undefined : checked;
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
    return { user, isUnconfirmed };
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
    const { matches, needsRehash } = await this.hasher.check(user?.passwordHash, password, address);
    if (!user || !matches) return undefined;
    if (!user.enabled) return user.awaitingActivation ? 'unconfirmed' : undefined;
    if (needsRehash) await this.users.rehash(user, await this.hasher.hash(password, address));
    // Hashing takes its time: a password that was changed meanwhile, or a user disabled, opens nothing any more.
    const now = await this.users.find(user.id);
    return now?.enabled && now.datePassword === user.datePassword ? now : undefined;
  }
}
