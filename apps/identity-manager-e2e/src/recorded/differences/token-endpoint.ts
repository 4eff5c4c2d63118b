import { as, error, from, json, members, merged, type Difference } from './difference';

/** Differences of `POST /oauth2/token`. */
export const tokenEndpoint: readonly Difference[] = [
  {
    row: 'Wrong or missing client secret',
    exchanges: [...from(43, 44), ...from(46, 48), 199, 200],
    rewrite: (answer) => ({
      ...answer,
      status: 401,
      type: json,
      body: String(answer.body).startsWith('Cannot convert')
        ? 'Invalid client: cannot retrieve client credentials'
        : answer.body,
    }),
  },
  {
    row: 'Wrong or missing client secret',
    exchanges: [45],
    rewrite: error(401, 'Invalid client: cannot retrieve client credentials'),
  },
  {
    row: '`expires_in`',
    exchanges: [30, 31, 32, 39, 40, 55, 66, 74, 87, 95, 100, 182],
    rewrite: members({ expires_in: 3600 }),
  },
  { row: '`expires_in`', exchanges: [209], rewrite: members({ expires_in: 2 }) },
  { row: 'Login name of the password grant', exchanges: [58], rewrite: as(30) },
  {
    row: '`scope` with a quotation mark or backslash',
    exchanges: [69],
    rewrite: (answer) => ({
      ...answer,
      status: 400,
      body: { error: 'invalid_scope', error_description: answer.body },
    }),
  },
  {
    row: 'Wrong method, unknown path',
    exchanges: [78],
    rewrite: error(405, 'Invalid request: method is not allowed'),
  },
  {
    row: 'Wrong `redirect_uri` with a code',
    exchanges: [92, 93],
    rewrite: error(400, 'Invalid grant: `redirect_uri` is invalid'),
  },
  {
    row: '`scope` with a code',
    exchanges: [100],
    rewrite: (answer, { as: expected }) => ({
      ...answer,
      body: merged(expected(97).body, { refresh_token: 'a token' }),
    }),
  },
  {
    row: 'Disabled user',
    exchanges: [224],
    rewrite: error(400, 'Invalid grant: user credentials are invalid'),
  },
];
