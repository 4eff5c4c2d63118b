import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { DeepPartial, Repository } from 'typeorm';
import type { Step } from '../../database/dialect';
import { UserRow } from '../../database/entities/user.row';
import { noValuesOf, propertiesOf, type NullableOf, type PropertyOf } from '../../database/names';
import { Sql } from '../../database/sql';
import { loginNameOf } from '../../database/login-name';
import { beforeSessionsEnd } from '../../database/session-ends';
import { canBeStored } from '../../database/stored-text';
import { updateWhere } from '../../database/statements';
import { emailKey } from './email-address';
import { keepingAnAdministrator } from './last-administrator.statements';
import {
  insertion,
  rehash,
  removal,
  removalOfUnconfirmed,
  signIn,
  timeZoneChange,
  tourEnd,
} from './user.statements';

/** What has verbs of its own, or never changes. */
const KEPT = [
  'id',
  'image',
  'passwordHash',
  'datePassword',
  'startersTourEnded',
  'eidasId',
  'scope',
  'totpSecret',
  'totpLastStep',
  'totpRecovery',
  'lastSignInAt',
  'timeZone',
  'updatedAt',
  'createdAt',
] as const;

/** What users and administrators change of a user, the password apart: a new column is among it. */
export type Changeable = Exclude<PropertyOf<UserRow>, (typeof KEPT)[number]>;

const CHANGEABLE = propertiesOf(UserRow).filter(
  (property): property is Changeable => !(KEPT as readonly string[]).includes(property),
);

/** The user's sessions go along. */
const beforeRemoval = beforeSessionsEnd((session) => `${session.userId} = ?`);

/** What a user may go without. */
export type OptionalOfUser = NullableOf<UserRow>;

/** A user to insert: what may be null is, unless it is said. */
export type InsertedUser = Omit<UserRow, OptionalOfUser> & Partial<Pick<UserRow, OptionalOfUser>>;

/** Where users are kept. */
@Injectable()
export class UsersRepository {
  constructor(
    @InjectRepository(UserRow) private readonly rows: Repository<UserRow>,
    private readonly sql: Sql,
  ) {}

  find(id: string): Promise<UserRow | null> {
    return this.rows.findOneBy({ id });
  }

  async findByEmail(email: string): Promise<UserRow | null> {
    return canBeStored(email) ? this.rows.findOneBy({ emailLower: emailKey(email) }) : null;
  }

  /** By e-mail address, or by username. */
  async findByLogin(login: string): Promise<UserRow | null> {
    if (!canBeStored(login)) return null;
    return (await this.findByEmail(login)) ?? this.findByLoginName(loginNameOf(login));
  }

  /** The user who signs in by this name. A user who has not confirmed an address has none. */
  async findByLoginName(loginName: string | null): Promise<UserRow | null> {
    return loginName !== null && canBeStored(loginName) ? this.rows.findOneBy({ loginName }) : null;
  }

  count(): Promise<number> {
    return this.rows.count();
  }

  /**
   * Inserts the user; a sign-up for the address that nobody confirmed gives way.
   *
   * @throws a duplicate error (see `isDuplicate`) when the e-mail address, the username or the id is taken
   */
  async add(given: InsertedUser): Promise<UserRow> {
    const row = this.rows.create({ ...noValuesOf(UserRow), ...given } as DeepPartial<UserRow>);
    await this.sql.atomically([removalOfUnconfirmed(row.emailLower), insertion(row)]);
    return row;
  }

  /**
   * The steps that make the one row the other, none when nothing differs, and the names of what people see differ. A
   * sign-up for a new address that nobody confirmed gives way.
   */
  changing(
    before: UserRow,
    after: UserRow,
    updatedAt: number,
  ): { readonly steps: readonly Step[]; readonly members: readonly string[] } {
    const changed = CHANGEABLE.filter(
      (property) => JSON.stringify(before[property]) !== JSON.stringify(after[property]),
    );
    if (changed.length === 0) return { steps: [], members: [] };
    const set = updateWhere(UserRow, [...changed, 'updatedAt'], (user) => `${user.id} = ?`);
    const change = { ...set({ ...after, updatedAt }, before.id), isOneOff: true };
    const members = changed.filter(
      (property) => !(['emailLower', 'loginName', 'awaitingActivation'] as string[]).includes(property),
    );
    const gives = after.emailLower !== before.emailLower;
    return { steps: gives ? [removalOfUnconfirmed(after.emailLower), change] : [change], members };
  }

  /**
   * Writes all steps or none.
   *
   * @throws a duplicate error (see `isDuplicate`) when another user has the e-mail address or the username
   */
  write(steps: readonly Step[]): Promise<boolean> {
    return this.sql.atomically(steps);
  }

  /** A stronger hash of the same password, unless the password was changed meanwhile. */
  async rehash({ id, datePassword }: UserRow, passwordHash: string): Promise<void> {
    await this.sql.run(rehash({ passwordHash }, id, datePassword));
  }

  /** False when it would leave no administrator: nothing was written then. */
  delete({ id, admin, enabled }: UserRow, now: number): Promise<boolean> {
    const steps = [...beforeRemoval(now, id), removal(id)];
    return this.sql.atomically(admin && enabled ? keepingAnAdministrator(...steps) : steps);
  }

  /** Tells when somebody has given their password. */
  async signedIn(id: string, at: number): Promise<void> {
    await this.sql.run(signIn({ lastSignInAt: at }, id));
  }

  async setTimeZone(id: string, timeZone: string | null): Promise<void> {
    await this.sql.run(timeZoneChange({ timeZone }, id));
  }

  async endTour(id: string): Promise<void> {
    await this.sql.run(tourEnd({ startersTourEnded: true }, id));
  }
}
