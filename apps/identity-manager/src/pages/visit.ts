import type { Request, Response } from 'express';
import { traceOf } from '../service/trace-request';
import type { Actor } from '../subjects/audit/actor';
import type { UserRow } from '../database/entities/user.row';
import { Form, type FormErrors } from './form';
import { PageError } from './page-error';
import type { Language, Translate } from '@smart-city/messages';
import type { PageData, Pages } from './pages';
import { visitorZone } from './visitor-zone';
import type { Session } from '../subjects/sessions/sessions.service';

/** What a page handler asks for; `PageGuard` puts the visit there. */
export type PageResponse = Response<unknown, { readonly visit: Visit }>;

/** One of those a question is about; users and organizations with their picture. */
export interface QuestionRow {
  readonly face?: { readonly kind: 'users' | 'organizations'; readonly image: string };
  readonly name: string;
  readonly hint?: string;
}

/** What somebody is asked before it is done; all in their language. */
export interface Question {
  readonly question: string;
  /** What will happen, a sentence each. */
  readonly effects: readonly string[];
  /** The mail that would go. */
  readonly preview?: { readonly subject: string; readonly body: string };
  /** Whom or what it is about, where they are several. */
  readonly rows?: readonly QuestionRow[];
  /** Nothing is taken away: the button need not warn. */
  readonly isHarmless?: boolean;
  /** What the button says that does it. */
  readonly button: string;
  /** Where whoever would rather not goes back to. */
  readonly cancel: string;
}

/** One request of a person to a page, and the ways to answer it. */
export class Visit {
  readonly form: Form;

  constructor(
    readonly request: Request,
    readonly response: Response,
    private readonly pages: Pages,
    readonly session: Session | undefined,
  ) {
    this.form = new Form(request.body);
  }

  /** The signed-in user. */
  get user(): UserRow {
    if (!this.session) throw new PageError(401, 'error.signInFirst');
    return this.session.user;
  }

  /** The signed-in user, as verbs of the subjects take who does something. */
  get actor(): Actor {
    return { user: this.user, address: this.request.ip, trace: traceOf(this.request) };
  }

  /** Messages in the visitor's language. */
  get t(): Translate {
    return this.pages.translatorFor(this.request);
  }

  get language(): Language {
    return this.pages.languageFor(this.request);
  }

  /** IANA name of the time zone in which the visitor reads times. */
  get zone(): string {
    return visitorZone(this.request, this.session?.user);
  }

  query(name: string): string {
    const value = this.request.query[name];
    return typeof value === 'string' ? value : '';
  }

  show(view: string, data: PageData = {}, status = 200): void {
    this.pages.send(this.response, status, view, { ...data, user: this.session?.user });
  }

  /** Sends the form again with what was typed and what is wrong with it. */
  showAgain(view: string, errors: FormErrors, data: PageData = {}): void {
    this.show(view, { ...data, errors }, 422);
  }

  /**
   * Asks before something that cannot be taken back: the question names what will happen, and its button sends the same form
   * again.
   *
   * @returns true when it has been answered; false when the question was sent, and nothing more is to be done
   */
  confirms(question: Question): boolean {
    if (this.form.has('confirmed')) return true;
    this.ask(question, this.request.originalUrl, this.form.filled());
    return false;
  }

  /** Asks; the button sends these fields to `action`. */
  ask(question: Question, action: string, filled: readonly (readonly [name: string, value: string])[]): void {
    this.show('question', { ...question, action, filled });
  }

  /** 302 as in Keyrock: the browser fetches the next page with GET, and a reload posts nothing twice. */
  go(path: string, flash?: string): void {
    if (flash !== undefined) this.pages.flashes.leave(this.response, flash);
    this.response.set('Cache-Control', 'no-store').redirect(302, path);
  }
}
