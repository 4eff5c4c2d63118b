import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Request, Response } from 'express';
import { MoreThan, Not, type Repository } from 'typeorm';
import { OPTIONS, type Options } from '../../cli/options';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { randomKey, tokenHash } from '../../service/random-token';
import { UserRow } from '../../database/entities/user.row';
import { CookieJar } from '../../pages/cookies';
import { WebSessionRow } from '../../database/entities/web-session.row';

/** A browser's login. */
export interface Session {
  readonly row: WebSessionRow;
  readonly user: UserRow;
}

const cookieName = 'session';

/** Where `start` and `end` note the id that the browser will have after this response. */
const nextId = 'sessionId';

/** The session id that the browser's next request will carry; empty without a session. */
export function sessionIdOf(cookies: CookieJar, request: Request, response?: Response): string {
  const next: unknown = response?.locals[nextId];
  return typeof next === 'string' ? next : (cookies.read(request, cookieName) ?? '');
}

/** Writing `last_seen_at` at each click would only cost; this often is enough for an idle limit of minutes. */
const touchEveryMs = 30_000;

/** Web sessions: an opaque id in the cookie, its digest and everything else in the database. */
@Injectable()
export class SessionsService {
  constructor(
    @InjectRepository(WebSessionRow) private readonly rows: Repository<WebSessionRow>,
    @InjectRepository(UserRow) private readonly users: Repository<UserRow>,
    private readonly cookies: CookieJar,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Starts a session under a new id and ends the browser's old one (no session fixation).
   *
   * @param secondFactorPending  the password was right, the code is still to come: no login yet
   */
  async start(
    request: Request,
    response: Response,
    user: UserRow,
    { oauthSignIn, secondFactorPending = false }: { oauthSignIn: boolean; secondFactorPending?: boolean },
  ): Promise<Session> {
    await this.end(request, response);
    const id = randomKey();
    const now = this.clock.now();
    const row = this.rows.create({
      sessionHash: tokenHash(id),
      userId: user.id,
      oauthSignIn,
      secondFactorPending,
      address: request.ip?.slice(0, 64) ?? null,
      userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
      authTime: now,
      lastSeenAt: now,
      expiresAt: now + this.options.session.absoluteMs,
      createdAt: now,
    });
    await this.rows.insert(row);
    this.cookies.write(response, cookieName, id, this.options.session.absoluteMs);
    response.locals[nextId] = id;
    return { row, user };
  }

  /** The browser's session with its enabled user, also while the second factor is pending; undefined when none. */
  async findAny(request: Request): Promise<Session | undefined> {
    const id = this.cookies.read(request, cookieName);
    if (id === undefined) return undefined;
    const row = await this.rows.findOneBy({ sessionHash: tokenHash(id) });
    const now = this.clock.now();
    if (!row || row.expiresAt <= now || row.lastSeenAt + this.options.session.idleMs <= now) return undefined;
    const user = await this.users.findOneBy({ id: row.userId });
    if (!user?.enabled) return undefined;
    if (row.lastSeenAt + touchEveryMs <= now)
      await this.rows.update({ sessionHash: row.sessionHash }, { lastSeenAt: now });
    return { row, user };
  }

  /** The browser's login; undefined when there is none or its second factor is still pending. */
  async find(request: Request): Promise<Session | undefined> {
    const session = await this.findAny(request);
    return session?.row.secondFactorPending ? undefined : session;
  }

  async end(request: Request, response: Response): Promise<void> {
    const id = this.cookies.read(request, cookieName);
    if (id === undefined) return;
    await this.rows.delete({ sessionHash: tokenHash(id) });
    this.cookies.remove(response, cookieName);
    response.locals[nextId] = '';
  }

  /** Every live login of a user, the latest first. */
  list(userId: string): Promise<WebSessionRow[]> {
    const now = this.clock.now();
    return this.rows.find({
      where: {
        userId,
        secondFactorPending: false,
        expiresAt: MoreThan(now),
        lastSeenAt: MoreThan(now - this.options.session.idleMs),
      },
      order: { lastSeenAt: 'DESC', sessionHash: 'ASC' },
      take: 100,
    });
  }

  /** Ends one login of the user; the digest is what the list shows of it. */
  async endOne(userId: string, sessionHash: string): Promise<void> {
    await this.rows.delete({ userId, sessionHash });
  }

  /** Ends every login of the user but the one given. */
  async endOthers({ row }: Session): Promise<void> {
    await this.rows.delete({ userId: row.userId, sessionHash: Not(row.sessionHash) });
  }
}
