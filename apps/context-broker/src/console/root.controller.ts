import { Controller, Get } from '@nestjs/common';
import { badRequest } from '@smart-city/ngsi';
import { frame } from '../html/frame';
import { html } from '../html/html';
import type { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import { PRODUCT_VERSION } from '../version';
import { answerPage } from './answer-page';
import { SCRIPT_ADDRESS, STYLE_ADDRESS } from './assets';
import { isBrowser } from './is-browser';
import { WholeRequest } from './whole-request';
import { CONSOLE } from './visit';

/** `GET /`, with `-adminConsole`: a browser finds its way from there; clients are told what the original tells them. */
@Controller('/')
export class RootController {
  @Get()
  async show(@WholeRequest() request: NgsiRequest): Promise<Answer> {
    if (!isBrowser(request)) throw badRequest('Service not found. Check your URL as probably it is wrong.');
    return answerPage(request, { text: WELCOME });
  }
}

const WELCOME = frame({
  title: 'Welcome',
  product: 'Context broker',
  home: '/',
  links: [],
  style: STYLE_ADDRESS,
  script: SCRIPT_ADDRESS,
  content: html`<h1>This is a context broker</h1>
    <section class="card">
      <p>
        It keeps what is known of things (entities with attributes), answers questions about them, and tells
        subscribers what changes. Programs speak to it in NGSIv2, below <code>/v2</code>.
      </p>
      <ul>
        <li>
          <a href="${CONSOLE}">Console</a>: what does not work, entities, subscriptions, where things are
        </li>
        <li><a href="/api-docs">Interface</a>: each operation, to try out</li>
        <li><a href="/version">Version</a></li>
      </ul>
    </section>`,
  footer: html`Version ${PRODUCT_VERSION}`,
});
