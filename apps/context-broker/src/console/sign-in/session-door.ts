import { Injectable } from '@nestjs/common';
import type { PeopleDoor } from '../../operations/authz/people-door';
import { html } from '../../html/html';
import { Answer } from '../../http/answer';
import type { NgsiRequest } from '../../http/ngsi-request';
import { pageHeaders } from '../answer-page';
import { cookieOf } from '../../http/cookie-of';
import { SESSION_COOKIE } from '../cookies';
import { FormTokens } from '../form-tokens';
import { framed } from '../framed';
import { isBrowser } from '../is-browser';
import { CONSOLE, linkTo } from '../addresses';
import { wordsFor } from '../words-for';
import { Sessions, type Session } from './sessions';
import { signOutForm } from './sign-out-form';

/** Registered paths that are read without a token. */
const OPEN_PATHS = new Set(['style', 'script', 'sign-in', 'return'].map((name) => `${CONSOLE}/${name}`));

/** The page that a browser finds first; of clients a token is asked there as anywhere. */
const WELCOME_PATH = '/';

/** Forms of everybody. */
const OPEN_FORMS = new Set(['sign-out', 'language'].map((name) => `${CONSOLE}/${name}`));

/** Lets those in who have signed in, and sends others to sign in. */
@Injectable()
export class SessionDoor implements PeopleDoor {
  private readonly admitted = new WeakMap<NgsiRequest, Session>();

  constructor(
    private readonly sessions: Sessions,
    private readonly forms: FormTokens,
  ) {}

  opens(request: NgsiRequest): boolean {
    const path = request.resource?.path ?? '';
    if (request.method !== 'GET') return request.method === 'POST' && OPEN_FORMS.has(path);
    return OPEN_PATHS.has(path) || (path === WELCOME_PATH && isBrowser(request));
  }

  admit(request: NgsiRequest): Answer | 'in' | undefined {
    if (!request.resource?.isPage) return undefined;
    const name = cookieOf(request, SESSION_COOKIE);
    const session = name === undefined ? undefined : this.sessions.find(name);
    if (session === undefined) return isBrowser(request) ? toSignIn(request) : undefined;
    this.admitted.set(request, session);
    request.token = session.token;
    return 'in';
  }

  refused(request: NgsiRequest, why: 'deny' | 'unauthenticated'): Answer | undefined {
    const session = this.admitted.get(request);
    if (session === undefined) return undefined;
    if (why === 'unauthenticated') {
      this.sessions.close(cookieOf(request, SESSION_COOKIE) ?? '');
      return toSignIn(request);
    }
    return this.notPermitted(request, session);
  }

  /** Who looks at a page; undefined for a request with a token of its own. */
  personOf(request: NgsiRequest): Session | undefined {
    return this.admitted.get(request);
  }

  /** Whether who looks at a page has not signed out since; true of a request with a token of its own. */
  isIn(request: NgsiRequest): boolean {
    const session = this.admitted.get(request);
    return session === undefined || this.sessions.find(cookieOf(request, SESSION_COOKIE) ?? '') === session;
  }

  private notPermitted(request: NgsiRequest, { name }: Session): Answer {
    const { token, headers } = this.forms.issue(request);
    const words = wordsFor(request);
    const asked = html`<code>${request.method} ${request.path}</code>`;
    const text = framed(request, words, {
      title: words.t('fault.title.403'),
      home: '/',
      links: [],
      aside: signOutForm(words, name, token),
      content: html`<h1>${words.t('fault.title.403')}</h1>
        <section class="card"><p>${words.html('fault.rolesPage', { request: asked })}</p></section>`,
    });
    return new Answer(403, text, [...pageHeaders(undefined), ...headers], 'text/html; charset=utf-8');
  }
}

/** Back afterwards to what was asked for; what a form would have done has to be asked for again. */
const toSignIn = (request: NgsiRequest): Answer =>
  new Answer(303, '', [
    'Location',
    linkTo('sign-in', { to: request.method === 'GET' ? request.url : undefined }),
    'Cache-Control',
    'no-store',
  ]);
