import { Controller, Post } from '@nestjs/common';
import { isLanguage, LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS, pathOfThisHost } from '@smart-city/messages';
import { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import { ForOperators, AsPage } from '../http/route-facts';
import { ConsoleFrame } from './console-frame';
import { setCookie } from './cookies';
import { PageFault } from './page-fault';
import { Visit } from './visit';
import { WholeRequest } from './whole-request';

/** The choice at the foot of every page. */
@Controller('/admin/console')
@ForOperators()
@AsPage()
export class LanguageController {
  constructor(private readonly frame: ConsoleFrame) {}

  /** Open to everybody, as the page at `/` is. A form of another site changes nothing where browsers say where it came from. */
  @Post('language')
  choose(@WholeRequest() request: NgsiRequest): Promise<Answer> {
    return this.frame.answering(request, () => {
      const site = request.header('sec-fetch-site');
      if (site !== undefined && site !== 'same-origin' && site !== 'none')
        throw new PageFault('Forbidden', 'fault.oldForm');
      const form = Visit.ofForm(request, false);
      const language = form.text('language');
      if (!isLanguage(language)) throw new PageFault('BadRequest', 'fault.language');
      const back = pathOfThisHost(form.parameters.get('back') ?? '');
      const cookie = setCookie(request, LANGUAGE_COOKIE, language, LANGUAGE_COOKIE_SECONDS, '/');
      return Promise.resolve(new Answer(303, '', ['Location', back, 'Cache-Control', 'no-store', ...cookie]));
    });
  }
}
