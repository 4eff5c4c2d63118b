import type { Request, Response } from 'express';
import { NotFound } from '../../faults/faults';
import type { RouteTable } from '../../http/route-table';
import { OAuthErrorAnswers } from './oauth-error-answers';

const answers = new OAuthErrorAnswers({ methodsOf: () => ['POST'] } as unknown as RouteTable);

function answered(error: unknown) {
  const sent: { status?: number; body?: unknown } = {};
  const response = {
    status: (status: number) => Object.assign(response, { _: (sent.status = status) }),
    set: () => response,
    json: (body: unknown) => (sent.body = body),
  };
  answers.answer(error, { path: '/oauth2/token' } as Request, response as unknown as Response);
  return sent;
}

describe('An error below /oauth2', () => {
  it('about a user who was deleted meanwhile says that there is nothing to be had for them', () => {
    expect(answered(new NotFound('user'))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('about a row that refers to one just deleted blames neither a grant nor the method', () => {
    expect(answered({ code: '23503', detail: 'of the inside' })).toEqual({
      status: 404,
      body: {
        error: 'invalid_request',
        error_description: 'What the request refers to has been deleted',
      },
    });
  });
});
