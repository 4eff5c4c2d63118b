import { Inject, Injectable } from '@nestjs/common';
import type { UserRow } from '../../database/entities/user.row';
import { Busy, Conflict, TooMany } from '../../faults/faults';
import { addressGroup } from '../../limits/address-group';
import { AuditLog } from '../audit/audit-log';
import type { DirectoryEntry } from '../ldap/directory-entry';
import { DIRECTORY } from '../ldap/ldap.module';
import type { LdapDirectory } from '../ldap/ldap-directory';
import { DirectoryAccounts } from './directory-accounts.service';
import { emailKey } from './email-address';
import { PasswordHasher } from './password-hasher';
import { UserChanges } from './user-changes.service';
import { UsersRepository } from './users.repository';

/** Searches that may run at once, of one address and in all. */
const MOST_OF_ADDRESS = 32;
const MOST_AT_ONCE = 128;
const RETRY_SECONDS = 5;

/** Signing in with the password of a directory. */
@Injectable()
export class DirectoryLogins {
  private readonly searches = new Map<string, number>();
  private running = 0;

  constructor(
    @Inject(DIRECTORY) private readonly directory: LdapDirectory | undefined,
    private readonly accounts: DirectoryAccounts,
    private readonly users: UsersRepository,
    private readonly changes: UserChanges,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLog,
  ) {}

  /** A password that came with a user of the directory, from Keyrock's database for instance, does not count. */
  hasPasswordHere({ id, passwordHash }: UserRow): boolean {
    return passwordHash !== null && !this.accounts.has(id);
  }

  /**
   * The entry that a login is of; undefined where there is no directory, or the login is of an account with a password here. A
   * sign-up that nobody has confirmed keeps nobody out.
   *
   * @param local  the user of this service with that login
   * @throws DirectoryAway; TooMany or Busy while too many search
   */
  async find(
    login: string,
    local: UserRow | null,
    address: string | undefined,
  ): Promise<DirectoryEntry | undefined> {
    const { directory } = this;
    if (!directory) return undefined;
    if (local && this.hasPasswordHere(local) && !local.awaitingActivation) return undefined;
    return this.oneOfFew(address, () => directory.find(login));
  }

  /**
   * The enabled user of the entry, made at the first sign-in, with the name and address of the directory; undefined for a wrong
   * password; `addressTaken` when an account that is not of the directory has the address.
   *
   * @throws DirectoryAway; TooMany or Busy while too many passwords are being checked
   */
  async enter(
    entry: DirectoryEntry,
    password: string,
    address: string | undefined,
  ): Promise<UserRow | 'addressTaken' | undefined> {
    if (!(await this.isPasswordOf(entry, password, address))) return undefined;
    const before = await this.users.find(entry.userId);
    try {
      const user = before ? await this.follow(before, entry) : await this.make(entry, address);
      return user.enabled ? user : undefined;
    } catch (error) {
      if (error instanceof Conflict) return this.refuse(entry, address);
      throw error;
    }
  }

  /**
   * Whether it is the password of this user of the directory.
   *
   * @throws DirectoryAway; TooMany or Busy
   */
  async checkAgain(user: UserRow, password: string, address: string | undefined): Promise<boolean> {
    const { directory } = this;
    if (!directory) return false;
    const entry = await this.oneOfFew(address, () => directory.findUser(user));
    return entry !== undefined && this.isPasswordOf(entry, password, address);
  }

  /** Takes as long as for those who are in no directory, so that the time does not tell who is. */
  private async isPasswordOf(
    entry: DirectoryEntry,
    password: string,
    address: string | undefined,
  ): Promise<boolean> {
    await this.hasher.check(undefined, password, address);
    return !entry.isLocked && ((await this.directory?.verify(entry, password)) ?? false);
  }

  private async make(entry: DirectoryEntry, address: string | undefined): Promise<UserRow> {
    const { userId: id, username, email } = entry;
    try {
      const user = await this.changes.add({ id, username, email, emailVerified: true }, 'shown');
      const details = { through: 'directory' };
      this.audit.record({
        event: 'user.create',
        outcome: 'success',
        actorId: id,
        subject: id,
        address,
        details,
      });
      return user;
    } catch (error) {
      // Another request of the same user may have been faster.
      const made = error instanceof Conflict ? await this.users.find(id) : null;
      if (made) return made;
      throw error;
    }
  }

  private async follow(before: UserRow, { username, email }: DirectoryEntry): Promise<UserRow> {
    if (before.username === username && before.email === email && before.emailVerified) return before;
    const wished = { username, email, emailVerified: true };
    return (await this.changes.apply(before, wished, undefined, 'shown')).user;
  }

  private refuse({ dn, email }: DirectoryEntry, address: string | undefined): 'addressTaken' {
    const subject = emailKey(email);
    this.audit.record({
      event: 'directory.refuse',
      outcome: 'failure',
      subject,
      address,
      details: { dn, error: 'address taken' },
    });
    return 'addressTaken';
  }

  private async oneOfFew<T>(address: string | undefined, search: () => Promise<T>): Promise<T> {
    const place = address === undefined ? '' : addressGroup(address);
    const own = this.searches.get(place) ?? 0;
    if (own >= MOST_OF_ADDRESS) throw new TooMany(RETRY_SECONDS);
    if (this.running >= MOST_AT_ONCE) throw new Busy(RETRY_SECONDS);
    this.searches.set(place, own + 1);
    this.running++;
    try {
      return await search();
    } finally {
      this.running--;
      const left = (this.searches.get(place) ?? 1) - 1;
      if (left === 0) this.searches.delete(place);
      else this.searches.set(place, left);
    }
  }
}
