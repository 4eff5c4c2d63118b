import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Inject, Injectable } from '@nestjs/common';
import { Eta } from 'eta';
import type { Response } from 'express';
import { OPTIONS, type Options } from '../cli/options';
import { ApiError } from '../http/api-errors';

/** `assets/` lies beside the built main file, and one folder up from this source file. */
export function findAssets(): string {
  const [built, source] = ['./assets/', '../assets/'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return existsSync(built ?? '') ? (built ?? '') : (source ?? '');
}

/** Server-rendered pages; everything in them is escaped by the engine unless a template says otherwise. */
@Injectable()
export class Pages {
  private readonly eta: Eta;
  /** Read once: the pages' only stylesheet. */
  readonly stylesheet: string;

  constructor(@Inject(OPTIONS) private readonly options: Options) {
    const assets = findAssets();
    this.eta = new Eta({ views: `${assets}views`, cache: true, autoEscape: true });
    this.stylesheet = readFileSync(`${assets}style.css`, 'utf8');
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
    data: object,
    formTargets: readonly string[] = [],
  ): void {
    if (this.options.headless)
      throw new ApiError(501, `${this.options.title} is running in HEADLESS mode`, 'Not Implemented');
    const html = this.eta.render(`./${view}`, { title: this.options.title, ...data });
    const formAction = ["'self'", ...this.options.cspFormAction, ...formTargets].join(' ');
    response.status(status).set({
      'Content-Security-Policy': `default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action ${formAction}`,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
    });
    response.send(html);
  }
}
