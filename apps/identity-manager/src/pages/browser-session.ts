import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { credentialReader, type CredentialReader, type Seen } from '../access/credentials';
import { OPTIONS, type Options } from '../cli/options';
import type { UserRow } from '../database/entities/user.row';
import { SessionsService, type Session, type SessionStart } from '../subjects/sessions/sessions.service';
import { CookieJar } from './cookies';
import { SESSION_COOKIE, SessionStrategy } from './session.strategy';

/** Where `start` and `end` note the id that the browser will have after this response. */
const nextId = 'sessionId';

/** The session of the browser that asks: its id travels in a cookie. */
@Injectable()
export class BrowserSession {
  private readonly readSession: CredentialReader<Session>;

  constructor(
    private readonly sessions: SessionsService,
    private readonly cookies: CookieJar,
    @Inject(OPTIONS) private readonly options: Options,
    strategy: SessionStrategy,
  ) {
    this.readSession = credentialReader(strategy);
  }

  /**
   * Starts a session under a new id and ends the browser's old one (no session fixation). When it was the same user's, it goes on under
   * its name for applications.
   */
  async start(request: Request, response: Response, user: UserRow, start: SessionStart): Promise<Session> {
    const sid = await this.giveWay(request, response, user);
    const browser = { address: request.ip, userAgent: request.headers['user-agent'] };
    const { id, session } = await this.sessions.start(user, browser, { ...start, sid });
    this.cookies.write(response, SESSION_COOKIE, id, this.options.session.absoluteMs);
    response.locals[nextId] = id;
    return session;
  }

  /** The browser's session, also while the second factor is pending; undefined when there is none. */
  async findAny(request: Request): Promise<Session | undefined> {
    const seen: Seen<Session> = { request };
    await this.readSession(seen, request.res);
    return seen.owner;
  }

  /** The browser's login; undefined when there is none or its second factor is still pending. */
  async find(request: Request): Promise<Session | undefined> {
    const session = await this.findAny(request);
    return session?.row.secondFactorPending ? undefined : session;
  }

  /** Signs out whoever is signed in with this browser. */
  async signOut(request: Request, response: Response): Promise<void> {
    const session = await this.find(request);
    if (session) await this.sessions.signOut(session, request.ip);
    await this.end(request, response);
  }

  /** Takes the session from the browser, whatever it was good for. */
  async end(request: Request, response: Response): Promise<void> {
    const id = this.cookies.read(request, SESSION_COOKIE);
    if (id === undefined) return;
    await this.sessions.end(id);
    this.cookies.remove(response, SESSION_COOKIE);
    response.locals[nextId] = '';
  }

  /** Takes the old session from the browser. @returns its name when it goes on: it was the same user's */
  private async giveWay(request: Request, response: Response, user: UserRow): Promise<string | undefined> {
    const id = this.cookies.read(request, SESSION_COOKIE);
    const old = id === undefined ? undefined : await this.findAny(request);
    const sid = old?.user.id === user.id ? old.row.sid : null;
    if (id === undefined || sid === null) {
      await this.end(request, response);
      return undefined;
    }
    await this.sessions.replace(id);
    return sid;
  }

  /** The session id that the browser's next request will carry; empty without a session. */
  idOf(request: Request, response?: Response): string {
    const next: unknown = response?.locals[nextId];
    return typeof next === 'string' ? next : (this.cookies.read(request, SESSION_COOKIE) ?? '');
  }
}
