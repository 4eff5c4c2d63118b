import { error, json, type Difference } from './difference';

/** Differences of `POST /oauth2/revoke`. */
export const revocation: readonly Difference[] = [
  {
    row: 'Revoke: unknown token, unknown hint, no token',
    exchanges: [183, 194, 195, 197, 201, 203],
    rewrite: ({ subjectToken }) => ({ subjectToken, status: 200, type: json, body: '' }),
  },
  {
    row: 'Revoke: unknown token, unknown hint, no token',
    exchanges: [196],
    rewrite: error(400, 'Missing parameter: `token`'),
  },
  {
    row: 'Errors of `/oauth2/*` and `/user`',
    exchanges: [198, 206],
    rewrite: (answer) => ({ ...answer, type: json }),
  },
];
