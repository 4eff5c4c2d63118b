import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { Eta } from 'eta';
import type { Request, Response } from 'express';
import { OPTIONS, type Options } from '../cli/options';
import { escapeMarkup } from '@smart-city/service';
import { ApiError } from '../http/api-errors';
import { LANGUAGES, Messages, type Language, type Translate } from '@smart-city/messages';
import type { Clock } from '../service/clock';
import { CLOCK } from '../service/tokens';
import { findAssets } from '../service/assets';
import { randomKey } from '../service/random-token';
import type { UserRow } from '../database/entities/user.row';
import { MailServer } from '../subjects/mail/mail-server';
import { Csrf } from './csrf';
import { FlashMessages } from './flash-messages';
import { forLanguage } from './display';
import { formFields } from './form-fields';
import type { FormErrors } from './form';
import { visitorLanguage } from './visitor-language';
import { visitorZone } from './visitor-zone';

/** Server-rendered pages; everything in them is escaped by the engine unless a template says otherwise. */
@Injectable()
export class Pages {
  private readonly eta: Eta;
  /** Read once: the pages' only stylesheet, script and icon. */
  private readonly stylesheet: string;
  private readonly styleSource: string;
  readonly script: string;
  readonly icon: string;

  constructor(
    @Inject(OPTIONS) private readonly options: Options,
    private readonly csrf: Csrf,
    readonly flashes: FlashMessages,
    private readonly messages: Messages,
    private readonly mail: MailServer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const assets = findAssets();
    this.eta = new Eta({ views: `${assets}views`, cache: true, autoEscape: true });
    // Within the page, so that the first answer can be shown; the policy allows these very bytes and no others.
    this.stylesheet = readFileSync(`${assets}style.css`, 'utf8');
    this.styleSource = `'sha256-${createHash('sha256').update(this.stylesheet).digest('base64')}'`;
    this.script = readFileSync(`${assets}page.js`, 'utf8');
    this.icon = readFileSync(`${assets}icon.svg`, 'utf8');
  }

  /**
   * Sends a page.
   *
   * @param formTargets  origins that a form of the page may end up at; browsers check redirects after a form too
   * @throws ApiError 501 in headless mode
   */
  send(
    response: Response,
    status: number,
    view: string,
    data: PageData,
    formTargets: readonly string[] = [],
  ): void {
    if (this.options.headless)
      throw new ApiError(501, `${this.options.title} is running in HEADLESS mode`, 'Not Implemented');
    const html = this.eta.render(`./${view}`, this.frame(response, data));
    const formAction = ["'self'", ...this.options.cspFormAction, ...formTargets].join(' ');
    response.status(status).set({
      'Content-Security-Policy': `default-src 'none'; style-src ${this.styleSource}; img-src 'self'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action ${formAction}`,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
      Vary: 'Accept-Language, Accept-Encoding, Cookie',
    });
    // Form tokens are masked anew each time, so compression does not give them away.
    if (!response.req.acceptsEncodings('gzip')) response.send(html);
    else response.set('Content-Encoding', 'gzip').send(gzipSync(html));
  }

  /** Whether a browser asks, which shows a page to its user; programs want the answer that they know. */
  areWantedBy(request: Request): boolean {
    return !this.options.headless && request.accepts(['json', 'html']) === 'html';
  }

  languageFor(request: Request): Language {
    return visitorLanguage(this.messages, request);
  }

  translatorFor(request: Request): Translate {
    return this.messages.translator(this.languageFor(request));
  }

  /** What every template can use, over what the page says itself. */
  private frame(response: Response, data: PageData): object {
    const request = response.req as Request;
    const language = this.languageFor(request);
    const t = this.messages.translator(language);
    const flash = request.method === 'GET' ? this.flashes.take(request, response) : undefined;
    const { values = {}, errors = {} } = data;
    const hidden = { _csrf: this.csrf.fieldFor(request, response), _once: randomKey() };
    return {
      title: this.options.title,
      passwordRule: t('field.passwordRule', { count: this.options.passwordMinLength.chosen }),
      strengths: ['weak', 'fair', 'strong'].map((level) => t(`strength.${level}`)).join('|'),
      language,
      languages: LANGUAGES,
      t,
      escape: escapeMarkup,
      display: forLanguage(language, { zone: visitorZone(request, data.user), now: this.clock.now() }),
      stylesheet: this.stylesheet,
      path: request.path,
      here: request.originalUrl,
      csrf: hidden._csrf,
      flash: flash !== undefined && this.messages.has(flash) ? flash : undefined,
      user: undefined,
      // For administrators: what keeps mails from being sent.
      mailFault: this.mail.known?.works === false ? this.mail.known : undefined,
      // Roles and permissions of the service itself have names in every language; others are called what they are called.
      roleName: (id: string, name: string) => this.messages.ofService(t, `internalRole.${id}`, name),
      eventName: (event: string) => this.messages.ofService(t, `event.${event}`, event),
      permissionName: (id: string, name: string) =>
        this.messages.ofService(t, `internalPermission.${id}`, name),
      ...data,
      ...(request.method === 'GET' && { here: request.originalUrl }),
      errors,
      values,
      ...formFields(t, { ...values }, errors, hidden),
    };
  }
}

export interface PageData {
  /** Where this page can be read again when it answers a form. */
  readonly here?: string;
  readonly [name: string]: unknown;
  /** What the form's fields hold. */
  readonly values?: object;
  readonly errors?: FormErrors;
  readonly user?: UserRow | undefined;
}
