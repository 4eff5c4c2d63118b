import { BadRequestException, NotFoundException } from '@nestjs/common';
import type { Response } from 'express';
import { DatabaseUnavailable } from '../database/database-errors';
import { Busy, Conflict, Forbidden, Invalid, NotFound, TooMany } from '../faults/faults';
import { ApiError } from './api-errors';
import { answerErrorObject, statusOfError } from './client-error';

const withStatus = (status: unknown) => Object.assign(new Error('secret of the inside'), { status });

const errors: readonly (readonly [name: string, error: unknown, status: number])[] = [
  ['one of the API', new ApiError(404, 'User not found'), 404],
  ['a wrong member', new Invalid('name', 'long', { max: 255 }), 400],
  ['a refusal', new Forbidden('notPermitted'), 403],
  ['something missing', new NotFound('role'), 404],
  ['something taken', new Conflict('email', 'taken'), 409],
  ['too many attempts', new TooMany(7), 429],
  ['too much to do', new Busy(1), 503],
  ['one of Nest', new NotFoundException(), 404],
  ['another one of Nest', new BadRequestException(), 400],
  ['a database that is away', new DatabaseUnavailable('away'), 503],
  ['a row that refers to one just deleted', { code: '23503', detail: 'of the inside' }, 404],
  ['a body that is too large', withStatus(413), 413],
  ['a status that is nobody’s fault', withStatus(503), 500],
  ['a status that is none', withStatus('400'), 500],
  ['a fault of ours', new TypeError('x is undefined'), 500],
  ['no error at all', 'thrown', 500],
];

function answered(error: unknown) {
  const sent: { status?: number; body?: unknown; readonly headers: Record<string, string> } = { headers: {} };
  const response = {
    set: (name: string, value: string) => Object.assign(response, { _: (sent.headers[name] = value) }),
    status: (status: number) => Object.assign(response, { _: (sent.status = status) }),
    json: (body: unknown) => (sent.body = body),
  };
  answerErrorObject(error, response as unknown as Response);
  return sent;
}

describe('An error', () => {
  it.each(errors)('that is %s has a status', (_name, error, status) => {
    expect(statusOfError(error)).toBe(status);
  });

  it.each(errors)(
    'that is %s is told as Keyrock tells them, with nothing of the inside',
    (_name, error, status) => {
      const { body, headers } = answered(error);
      expect(body).toEqual({
        error: { message: expect.any(String), code: status, title: expect.any(String) },
      });
      expect(JSON.stringify(body)).not.toMatch(/inside|undefined|thrown/);
      expect(headers['Cache-Control']).toBe('no-store');
    },
  );

  it('about what was deleted during the request does not say that there is no such path', () => {
    expect(answered({ code: 'SQLITE_CONSTRAINT_FOREIGNKEY' }).body).toEqual({
      error: { message: 'What the request refers to has been deleted', code: 404, title: 'Not Found' },
    });
  });

  it.each<[unknown, string | undefined]>([
    [new TooMany(7), '7'],
    [new Busy(1), '1'],
    [new NotFound('user'), undefined],
  ])('of a limit says when to come again', (error, after) => {
    expect(answered(error).headers['Retry-After']).toBe(after);
  });
});
