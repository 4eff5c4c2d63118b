import type { ArgumentsHost } from '@nestjs/common';
import type { DiscoveryService, ModuleRef } from '@nestjs/core';
import { NotFound } from '../faults/faults';
import type { LogFields, Logger } from '../service/logger';
import { ErrorFilter } from './error.filter';

/** The level and the message of each line that the filter writes about an error. */
function logged(error: unknown): string[] {
  const lines: string[] = [];
  const log = {
    warn: (message: string, { error: told }: LogFields) => lines.push(`warn ${message}: ${String(told)}`),
    error: (message: string, { error: told }: LogFields) => lines.push(`error ${message}: ${String(told)}`),
  } as unknown as Logger;
  const response = {
    statusCode: 200,
    set: () => response,
    status: (status: number) => Object.assign(response, { statusCode: status }),
    json: () => response,
  };
  const host = {
    switchToHttp: () => ({ getRequest: () => ({ path: '/v1/roles' }), getResponse: () => response }),
  } as unknown as ArgumentsHost;
  const noDoors = { getProviders: () => [] } as unknown as DiscoveryService;
  new ErrorFilter(log, noDoors, {} as ModuleRef).catch(error, host);
  return lines;
}

const ofDatabase = (code: string) => Object.assign(new Error('violates'), { code });

it.each([
  ['a row that refers to one that is gone', ofDatabase('23503'), ['warn request failed: violates']],
  ['a fault of ours', new Error('x is undefined'), ['error request failed: x is undefined']],
  ['something missing', new NotFound('role'), []],
])('logs of %s what the operator has to know', (_name, error, lines) => {
  expect(logged(error)).toEqual(lines);
});
