import type { Answer } from '../answer';
import { merged, type Difference } from './difference';

const codes: readonly (readonly [RegExp, string])[] = [
  [/^Invalid client:/, 'invalid_client'],
  [/^Invalid grant:/, 'invalid_grant'],
  [/^Invalid scope:/, 'invalid_scope'],
  [/^(?:Invalid token:|User not authorized)/, 'invalid_token'],
  [/^Unsupported grant type:/, 'unsupported_grant_type'],
  [/^Unauthorized client:/, 'unauthorized_client'],
];

const titles: ReadonlyMap<number, string> = new Map([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
]);

/** The error object in place of the bare text; last of all, as the others change texts. */
export const errors: readonly Difference[] = [
  {
    row: 'Errors of `/oauth2/*` and `/user`',
    exchanges: ({ request }) => /^\/(?:oauth2|user)\b/.test(request.path),
    rewrite: (answer, { exchange }) => {
      if (answer.status < 400 || answer.page !== undefined) return answer;
      return { ...answer, body: errorObject(answer, exchange.request.path.startsWith('/user')) };
    },
  },
];

function errorObject({ status, body }: Answer, atUser: boolean): unknown {
  const known = typeof body === 'object' ? (body as Record<string, unknown>) : undefined;
  if (known && 'error' in known) return body;
  const text = known ? String(known['message']) : String(body);
  const code = codes.find(([pattern]) => pattern.test(text))?.[1] ?? 'invalid_request';
  const common = { error: code, error_description: text };
  return atUser ? merged(common, { message: text, code: status, title: titles.get(status) }) : common;
}
