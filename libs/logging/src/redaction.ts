/** Members and parameters whose values never appear in a log, whatever the letter case. */
const SECRETS: ReadonlySet<string> = new Set([
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
]);

const SECRET_PART = /password|secret|token|authorization|cookie|verifier|assertion/i;

const isSecret = (name: string) => SECRETS.has(name.toLowerCase()) || SECRET_PART.test(name);

/** Stars out secret values in a plain record of headers, parameters or facts; names that contain a secret's (`accessToken`) count too. */
export function redactRecord(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isSecret(name) ? '*****' : value]),
  );
}
