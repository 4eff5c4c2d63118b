import { Inject, Injectable } from '@nestjs/common';
import type { ListPart } from '@smart-city/lists';
import { OPTIONS, type Options } from '../../cli/options';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { randomKey, tokenHash } from '../../service/random-token';
import { isMissingReference } from '../../database/database-errors';
import type { UserRow } from '../../database/entities/user.row';
import type { WebSessionRow } from '../../database/entities/web-session.row';
import { NotFound } from '../../faults/faults';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import { browserName } from './browser-name';
import { SessionListsRepository, type SessionSearch, type SessionSort } from './session-lists.repository';
import { SessionsRepository } from './sessions.repository';

/** A browser's login. */
export interface Session {
  readonly row: WebSessionRow;
  readonly user: UserRow;
}

/** The browser of a login, as the list of sessions shows it. */
export interface Browser {
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
}

export interface SessionStart {
  /** The login happened in an OAuth flow, so external logout may end it. */
  readonly oauthSignIn: boolean;
  /** The password was right, the code is still to come: no login yet. */
  readonly secondFactorPending?: boolean;
  /** How the user signed in (RFC 8176); a password, unless it is said. */
  readonly amr?: readonly string[];
  /** The name of the session that it goes on; a new one unless it is said. */
  readonly sid?: string | undefined;
}

/** Writing `last_seen_at` at each click would only cost; this often is enough for an idle limit of minutes. */
const touchEveryMs = 30_000;

/** Web sessions: the browser has an opaque id, the database its digest and everything else. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly rows: SessionsRepository,
    private readonly lists: SessionListsRepository,
    private readonly audit: AuditLog,
    private readonly changes: StateChanges,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Starts a session under a new id, which only the browser gets. @throws NotFound when the user is deleted meanwhile */
  async start(
    user: UserRow,
    { address, userAgent }: Browser,
    { oauthSignIn, secondFactorPending = false, amr = ['pwd'], sid }: SessionStart,
  ): Promise<{ readonly id: string; readonly session: Session }> {
    const id = randomKey();
    const now = this.clock.now();
    const row = await this.add({
      sessionHash: tokenHash(id),
      userId: user.id,
      oauthSignIn,
      secondFactorPending,
      sid: sid ?? randomKey(),
      amr: amr.join(','),
      address: address?.slice(0, 64) ?? null,
      userAgent: userAgent?.slice(0, 500) ?? null,
      browser: userAgent === undefined ? null : browserName(userAgent),
      authTime: now,
      lastSeenAt: now,
      expiresAt: now + this.options.session.absoluteMs,
      createdAt: now,
    });
    return { id, session: { row, user } };
  }

  /** The live session with its enabled user, also while the second factor is pending; undefined when there is none. */
  async find(id: string): Promise<Session | undefined> {
    const row = await this.rows.find(tokenHash(id));
    const now = this.clock.now();
    if (!row || row.expiresAt <= now || row.lastSeenAt + this.options.session.idleMs <= now) return undefined;
    const user = await this.rows.userOf(row);
    if (!user?.enabled) return undefined;
    if (row.lastSeenAt + touchEveryMs <= now) await this.rows.touch(row.sessionHash, now);
    return { row, user };
  }

  /** Ends a session that gives way to another, or to nothing. */
  async end(id: string): Promise<void> {
    await this.rows.end(tokenHash(id), this.clock.now());
    this.changes.tell('sessions ended', {});
  }

  /** Takes away a session that goes on in another: the user signed in once more. */
  async replace(id: string): Promise<void> {
    await this.rows.delete(tokenHash(id));
  }

  /** Signs somebody out of the browser that has this login. */
  async signOut({ row, user }: Session, address: string | undefined): Promise<void> {
    await this.rows.end(row.sessionHash, this.clock.now());
    this.changes.tell('sessions ended', {});
    this.audit.recordDone({ user, address }, 'logout', {});
  }

  /** How many logins of a user live. */
  countOf(search: SessionSearch): Promise<number> {
    const now = this.clock.now();
    return this.lists.count(search, now, now - this.options.session.idleMs);
  }

  /** Live logins of a user. */
  pageOf(search: SessionSearch, part: ListPart<SessionSort>) {
    const now = this.clock.now();
    return this.lists.page(search, now, now - this.options.session.idleMs, part);
  }

  /** Ends one login of the actor; the digest is what the list shows of it. */
  endOne(actor: Actor, sessionHash: string): Promise<void> {
    return this.endOneOf(actor, actor.user, sessionHash);
  }

  /** Ends one login of a user, if there is one, for an administrator; doors ask before whether the actor is one. */
  async endOneOf(actor: Actor, { id }: Pick<UserRow, 'id'>, sessionHash: string): Promise<void> {
    if (!(await this.rows.end(sessionHash, this.clock.now(), id))) return;
    this.changes.tell('sessions ended', {});
    this.audit.recordDone(actor, 'session.end', { subject: id, details: { which: 'one' } });
  }

  /** Ends every login of the actor but the one given. */
  async endOthers(actor: Actor, { row }: Session): Promise<void> {
    await this.rows.endOthers(row, this.clock.now());
    this.changes.tell('sessions ended', {});
    this.audit.recordDone(actor, 'session.end', { subject: row.userId, details: { which: 'others' } });
  }

  /** How many there are, of everybody. */
  count(): Promise<number> {
    return this.rows.count();
  }

  private async add(row: WebSessionRow): Promise<WebSessionRow> {
    try {
      return await this.rows.add(row);
    } catch (error) {
      if (isMissingReference(error)) throw new NotFound('user');
      throw error;
    }
  }
}
