import type { ArgumentsHost } from '@nestjs/common';
import type { Options } from '../cli/options';
import { NotFound } from '../faults/faults';
import type { LogFields, Logger } from '../service/logger';
import { PageFilter } from './page.filter';
import type { Pages } from './pages';

/** The level and the message of each line that the filter writes about an error. */
function logged(error: unknown): string[] {
  const lines: string[] = [];
  const log = {
    warn: (message: string, { error: told }: LogFields) => lines.push(`warn ${message}: ${String(told)}`),
    error: (message: string, { error: told }: LogFields) => lines.push(`error ${message}: ${String(told)}`),
  } as unknown as Logger;
  const host = {
    switchToHttp: () => ({ getRequest: () => ({ path: '/idm' }), getResponse: () => ({ locals: {} }) }),
  } as unknown as ArgumentsHost;
  const pages = { send: () => undefined } as unknown as Pages;
  new PageFilter(pages, log, { headless: false } as Options).catch(error, host);
  return lines;
}

const ofDatabase = (code: string) => Object.assign(new Error('violates'), { code });

it.each([
  ['a row that refers to one that is gone', ofDatabase('23503'), ['warn page failed: violates']],
  ['a fault of ours', new Error('x is undefined'), ['error page failed: x is undefined']],
  ['something missing', new NotFound('role'), []],
])('logs of %s what the operator has to know', (_name, error, lines) => {
  expect(logged(error)).toEqual(lines);
});
