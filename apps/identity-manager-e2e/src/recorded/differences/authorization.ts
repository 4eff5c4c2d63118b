import type { Answer } from '../answer';
import { merged, type Around, type Difference } from './difference';

const callback = 'http://127.0.0.1:9871/callback';

/** A redirect that tells the client an error. */
const redirect =
  (code: string, text: string, state: string | undefined = 's', to = callback) =>
  (_: Answer): Answer => ({
    status: 302,
    type: 'text/plain;charset=utf-8',
    subjectToken: false,
    to,
    parameters: merged({}, { error: code, error_description: text, state }),
  });

const parameters =
  (changes: Readonly<Record<string, unknown>>) =>
  (answer: Answer): Answer => ({ ...answer, parameters: merged(answer.parameters, changes) });

const otherErrors = 'Other errors at authorize';
const noGrant = 'Unsupported grant type: `grant_type` is invalid';

/** Differences of the authorization endpoint and of the answers that leave from it. */
export const authorization: readonly Difference[] = [
  {
    row: 'Redirect after the login form of an authorization request',
    exchanges: [83],
    rewrite: (answer) => ({ ...answer, status: 303 }),
  },
  {
    row: 'Implicit grant',
    exchanges: [101],
    rewrite: parameters({ expires_at: undefined, expires_in: '3600' }),
  },
  {
    row: 'Implicit grant',
    exchanges: [103],
    rewrite: (answer, { as: expected }) => {
      const { access_token: token } = expected(97).body as Record<string, unknown>;
      return parameters({ expires_at: undefined, expires_in: '3600', scope: undefined, token })(answer);
    },
  },
  {
    row: 'Implicit grant',
    exchanges: [104],
    rewrite: parameters({ expires_at: undefined, scope: undefined }),
  },
  {
    row: 'Redirects',
    exchanges: [122],
    rewrite: parameters({ code_challenge: undefined, code_challenge_method: undefined, foo: undefined }),
  },
  {
    row: otherErrors,
    exchanges: [105, 113],
    rewrite: (answer) =>
      parameters({ state: undefined })(redirect('invalid_request', 'Missing parameter: `state`')(answer)),
  },
  {
    row: otherErrors,
    exchanges: [106, 114],
    rewrite: redirect('invalid_request', 'Missing parameter: `response_type`'),
  },
  {
    row: otherErrors,
    exchanges: [107, 115],
    rewrite: redirect(
      'unsupported_response_type',
      'Unsupported response type: `response_type` is not supported',
    ),
  },
  { row: otherErrors, exchanges: [123], rewrite: redirect('unauthorized_client', noGrant, 'xyz') },
  {
    row: otherErrors,
    exchanges: [125],
    rewrite: redirect('access_denied', 'Access denied: user denied access to application', 'xyz'),
  },
  {
    row: otherErrors,
    exchanges: [128],
    rewrite: redirect('unauthorized_client', noGrant, 's', 'http://127.0.0.1:9871/three'),
  },
  {
    row: '`state` with white space or beyond ASCII',
    exchanges: [126],
    rewrite: (_: Answer, { as: expected }: Around) => parameters({ state: 'a b&c=d/é' })(expected(112)),
  },
  {
    row: 'Redirects',
    exchanges: ({ request }) => /^\/oauth2\/(?:authorize|enable_app)\?/.test(request.path),
    rewrite: (answer, { url }) =>
      answer.to?.startsWith('http://127.0.0.1:9871/') ? parameters({ iss: url })(answer) : answer,
  },
  {
    row: 'Bad client or address at authorize',
    exchanges: [108, 109, 116, 117, 118],
    rewrite: (answer) => ({ ...answer, status: 400, page: 'error' }),
  },
  {
    row: 'Pages about a bad client or address',
    exchanges: [121],
    rewrite: ({ body: _, ...answer }) => ({ ...answer, page: 'error' }),
  },
];
