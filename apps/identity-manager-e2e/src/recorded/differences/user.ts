import type { Answer } from '../answer';
import { as, error, from, members, merged, type Difference } from './difference';

/** Alice has her picture on from this exchange on. */
const pictureOfAlice = 177;

const isRecordOfUser = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'isGravatarEnabled' in value;

/** Changes the record of a user, which is the body, or the claims of the token in it or in a redirect. */
function record(
  answer: Answer,
  change: (record: Record<string, unknown>) => Record<string, unknown>,
): Answer {
  const { body, parameters } = answer;
  if (isRecordOfUser(body)) return { ...answer, body: change(body) };
  const token = tokenIn(body);
  if (token) return { ...answer, body: merged(body, { access_token: change(token) }) };
  return parameters && isRecordOfUser(parameters['token'])
    ? { ...answer, parameters: merged(parameters, { token: change(parameters['token']) }) }
    : answer;
}

function tokenIn(body: unknown): Record<string, unknown> | undefined {
  if (typeof body !== 'object' || body === null || !('access_token' in body)) return undefined;
  const token = body.access_token;
  return typeof token === 'object' && token !== null ? { ...token } : undefined;
}

/** Differences of `GET /user` and of the record of a user in JSON Web Tokens. */
export const user: readonly Difference[] = [
  {
    row: '`/user` record',
    exchanges: [
      ...[34, 35, 38, 68, 88, 97, 99, 102],
      ...[...from(130, 145), 149, 153, 155, 157, 158, 159, 175, 176, 178, 190, 202, 210, 211],
    ],
    rewrite: (answer, { exchange }) =>
      record(answer, (of) => {
        const { isGravatarEnabled: recorded } = of;
        const isGravatarEnabled = recorded === '' ? exchange.number >= pictureOfAlice : recorded;
        return { ...of, displayName: of['username'], isGravatarEnabled, isAvatarEnabled: isGravatarEnabled };
      }),
  },
  {
    row: 'Claims of a JWT',
    exchanges: [34, 35, 36, 38, 68, 97, 99, 210],
    rewrite: (answer, { url }) =>
      record(answer, (of) => merged(of, { iss: url, jti: 'a token', extra: undefined })),
  },
  { row: '`/user` record', exchanges: [155, 157, 158, 159], rewrite: members({ extra: null }) },
  { row: 'Two equal tokens, or other credentials beside the query', exchanges: [150], rewrite: as(130) },
  { row: 'JWT at `/user`', exchanges: [156, 161], rewrite: as(155) },
  {
    row: 'JWT at `/user`',
    exchanges: [204],
    rewrite: error(401, 'Invalid token: access token is no longer valid'),
  },
  {
    row: 'JWT that has ended, or for another application, at `/user`',
    exchanges: [163],
    rewrite: error(401, 'User not authorized in application'),
  },
  {
    row: 'JWT that has ended, or for another application, at `/user`',
    exchanges: [214],
    rewrite: error(401, 'Invalid token: access token has expired'),
  },
  {
    row: 'Token of an application at `/user`',
    exchanges: [151, 154],
    rewrite: members({ app_id: undefined }),
  },
  {
    row: 'Token of an application at `/user`',
    exchanges: [152],
    rewrite: members({ trusted_apps: [], authorization_decision: 'Deny' }),
  },
  { row: 'Token of an application at `/user`', exchanges: [160], rewrite: members({ trusted_apps: [] }) },
  { row: 'POST `/user`', exchanges: [170], rewrite: as(130) },
  {
    row: 'Parameter that comes twice',
    exchanges: [172],
    rewrite: error(400, 'Repeated parameter: `access_token`'),
  },
  {
    row: 'Refresh token used twice; revoked',
    exchanges: [192],
    rewrite: error(401, 'Invalid token: access token is no longer valid'),
  },
  {
    row: 'Disabled user',
    exchanges: [225],
    rewrite: error(401, 'Invalid token: access token is no longer valid'),
  },
];
