import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OPTIONS, type Options } from '../cli/options';
import type { UserRow } from '../database/entities/user.row';
import { SessionsService, type Session, type SessionStart } from '../subjects/sessions/sessions.service';
import { CookieJar } from './cookies';

const cookieName = 'session';

/** Where `start` and `end` note the id that the browser will have after this response. */
const nextId = 'sessionId';

/** The session of the browser that asks: its id travels in a cookie. */
@Injectable()
export class BrowserSession {
  constructor(
    private readonly sessions: SessionsService,
    private readonly cookies: CookieJar,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  /** Starts a session under a new id and ends the browser's old one (no session fixation). */
  async start(request: Request, response: Response, user: UserRow, start: SessionStart): Promise<Session> {
    await this.end(request, response);
    const browser = { address: request.ip, userAgent: request.headers['user-agent'] };
    const { id, session } = await this.sessions.start(user, browser, start);
    this.cookies.write(response, cookieName, id, this.options.session.absoluteMs);
    response.locals[nextId] = id;
    return session;
  }

  /** The browser's session, also while the second factor is pending; undefined when there is none. */
  async findAny(request: Request): Promise<Session | undefined> {
    const id = this.cookies.read(request, cookieName);
    return id === undefined ? undefined : this.sessions.find(id);
  }

  /** The browser's login; undefined when there is none or its second factor is still pending. */
  async find(request: Request): Promise<Session | undefined> {
    const session = await this.findAny(request);
    return session?.row.secondFactorPending ? undefined : session;
  }

  async end(request: Request, response: Response): Promise<void> {
    const id = this.cookies.read(request, cookieName);
    if (id === undefined) return;
    await this.sessions.end(id);
    this.cookies.remove(response, cookieName);
    response.locals[nextId] = '';
  }

  /** The session id that the browser's next request will carry; empty without a session. */
  idOf(request: Request, response?: Response): string {
    const next: unknown = response?.locals[nextId];
    return typeof next === 'string' ? next : (this.cookies.read(request, cookieName) ?? '');
  }
}
