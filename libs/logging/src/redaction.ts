/** Members and parameters whose values never appear in a log, whatever the letter case. */
export const SECRET_NAMES = [
  'passwd',
  'password',
  'newpassword',
  'client_secret',
  'secret',
  'access_token',
  'refresh_token',
  'id_token',
  'token',
  'code',
  'code_verifier',
  'assertion',
  'authorization',
  'x-auth-token',
  'x-subject-token',
  'cookie',
  'set-cookie',
] as const;

const names = SECRET_NAMES.join('|');
const JSON_MEMBER = new RegExp(`("(?:${names})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|[^,}\\s]+)`, 'gi');
const FORM_FIELD = new RegExp(`((?:^|[?&;\\s])(?:${names})=)[^&;\\s]*`, 'gi');

/** Stars out secret values in a JSON or form text. */
export const redact = (text: string) => text.replace(JSON_MEMBER, '$1"*****"').replace(FORM_FIELD, '$1*****');

const SECRETS: ReadonlySet<string> = new Set(SECRET_NAMES);
const SECRET_PART = /password|secret|token|authorization|cookie|verifier|assertion/i;

const isSecret = (name: string) => SECRETS.has(name.toLowerCase()) || SECRET_PART.test(name);

/** The same for a plain record of headers, parameters or facts; names that contain a secret's (`accessToken`) count too. */
export function redactRecord(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isSecret(name) ? '*****' : value]),
  );
}
