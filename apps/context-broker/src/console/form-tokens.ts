import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { NgsiRequest } from '../http/ngsi-request';
import { cookieOf } from '../http/cookie-of';
import { SESSION_COOKIE, setCookie } from './cookies';
import { PageFault } from './page-fault';

const COOKIE = 'console_form';
const LENGTH = 32;

/**
 * Holds forms to the browser and the session that they were made for: a cookie that other sites cannot read, and in the form
 * what only this process can make of it and of the name of the session. So a form of one person is worth nothing to another,
 * nor one from before signing in, even where somebody can put a cookie into a foreign browser. The text in the form is another
 * one each time, so that compressing tells nothing of it.
 */
@Injectable()
export class FormTokens {
  private readonly key = randomBytes(LENGTH);

  /** @returns what the form carries, and the header that gives the browser its cookie if it has none */
  issue(request: NgsiRequest): { readonly token: string; readonly headers: readonly string[] } {
    const known = cookieOf(request, COOKIE);
    const cookie = known ?? randomBytes(LENGTH).toString('base64url');
    const pad = randomBytes(LENGTH);
    const token = Buffer.concat([pad, xor(this.sign(request, cookie), pad)]).toString('base64url');
    return { token, headers: known === undefined ? setCookie(request, COOKIE, cookie) : [] };
  }

  /** @throws NgsiError  403 for a form of another browser, session or site, or from before a restart */
  check(request: NgsiRequest, token: string): void {
    const site = request.header('sec-fetch-site');
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refused();
    const cookie = cookieOf(request, COOKIE);
    const sent = Buffer.from(token, 'base64url');
    if (cookie === undefined || sent.length !== 2 * LENGTH) throw refused();
    const signature = xor(sent.subarray(LENGTH), sent.subarray(0, LENGTH));
    if (!timingSafeEqual(signature, this.sign(request, cookie))) throw refused();
  }

  /** Neither a cookie nor the name of a session has a line break in it. */
  private sign(request: NgsiRequest, cookie: string): Buffer {
    const session = cookieOf(request, SESSION_COOKIE) ?? '';
    return createHmac('sha256', this.key).update(`${cookie}\n${session}`).digest();
  }
}

const xor = (text: Buffer, pad: Buffer): Buffer => Buffer.from(text.map((byte, at) => byte ^ pad[at]!));

const refused = (): PageFault => new PageFault('Forbidden', 'fault.oldForm');
