import { Controller, Get } from '@nestjs/common';
import { badRequest } from '@smart-city/context';
import { html, type Html } from '../html/html';
import type { PageWords } from '../html/page-words';
import type { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import { Allow, ForBrowsers, ForClients } from '../http/route-facts';
import { PRODUCT_VERSION } from '../version';
import { CONSOLE } from './addresses';
import { answerPage } from './answer-page';
import { framed } from './framed';
import { isBrowser } from './is-browser';
import { WholeRequest } from './whole-request';
import { wordsFor } from './words-for';

/** `GET /`, with `-adminConsole`: a browser finds its way from there; clients are told what the original tells them. */
@Controller('/')
@ForClients()
@ForBrowsers()
export class RootController {
  @Get()
  @Allow(false)
  async show(@WholeRequest() request: NgsiRequest): Promise<Answer> {
    if (!isBrowser(request)) throw badRequest('Service not found. Check your URL as probably it is wrong.');
    const words = wordsFor(request);
    const text = framed(request, words, {
      title: words.t('welcome.title'),
      home: '/',
      links: [],
      content: welcome(words),
      footer: words.t('frame.version', { version: PRODUCT_VERSION }),
    });
    return answerPage(request, { text });
  }
}

function welcome(words: PageWords): Html {
  const { t } = words;
  return html`<h1>${t('welcome.heading')}</h1>
    <section class="card">
      <p>${words.html('welcome.text', { path: html`<code>/v2</code>` })}</p>
      <ul>
        <li>
          ${words.html('welcome.consoleText', { link: html`<a href="${CONSOLE}">${t('welcome.console')}</a>` })}
        </li>
        <li>
          ${words.html('welcome.interfaceText', { link: html`<a href="/api-docs">${t('welcome.interface')}</a>` })}
        </li>
        <li><a href="/version">${t('welcome.version')}</a></li>
      </ul>
    </section>`;
}
