import type { OldDatabaseParameters } from './old-parameters';

/** The old parameters, or every reason why the URI has none. */
export type FromDbUri =
  | {
      readonly kind: 'parameters';
      readonly parameters: OldDatabaseParameters;
      readonly scheme: 'mongodb' | 'mongodb+srv';
    }
  | { readonly kind: 'unmappable'; readonly reasons: readonly string[] };

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** scheme, credentials, hosts, database, options */
const SHAPE = /^(mongodb(?:\+srv)?):\/\/(?:([^@/?#]*)@)?([^@/?#]+)(?:\/([^?#/]*))?(?:\?([^#]*))?$/;

/**
 * Maps a `-dbURI` back to the old parameters. What those could not say (another option, TLS with certificate checks,
 * a user without password) is a reason, never dropped.
 *
 * @param password  what `-dbpwd` holds: takes the place of `${PWD}` in the URI
 * @see Orion's manual, "Deprecated and removed features": database parameters
 */
export function fromDbUri(uri: string, password?: string): FromDbUri {
  const found = SHAPE.exec(uri);
  if (!found) return { kind: 'unmappable', reasons: ['it is not a MongoDB connection URI'] };
  const [, scheme, credentials, host, authDb, options] = found;
  const parameters: Writable<OldDatabaseParameters> = { host: host! };
  const reasons: string[] = [];
  if (credentials !== undefined) readCredentials(credentials, password, parameters, reasons);
  if (authDb) parameters.authDb = decode(authDb, 'the database', reasons);
  readOptions(options ?? '', parameters, reasons);
  if (reasons.length > 0) return { kind: 'unmappable', reasons };
  return { kind: 'parameters', parameters, scheme: scheme as 'mongodb' | 'mongodb+srv' };
}

function readCredentials(
  credentials: string,
  dbpwd: string | undefined,
  parameters: Writable<OldDatabaseParameters>,
  reasons: string[],
): void {
  const colon = credentials.indexOf(':');
  if (colon < 0) return void reasons.push('it names a user without a password');
  const user = credentials.slice(0, colon);
  const secret = credentials.slice(colon + 1);
  if (user === '') reasons.push('it has a password without a user');
  parameters.user = decode(user, 'the user', reasons);
  if (!secret.includes('${PWD}')) parameters.password = decode(secret, 'the password', reasons);
  else if (dbpwd === undefined) reasons.push('its password is ${PWD}, which only -dbpwd can tell');
  else
    parameters.password = decode(
      secret.replaceAll('${PWD}', () => dbpwd),
      'the password',
      reasons,
    );
}

function readOptions(text: string, parameters: Writable<OldDatabaseParameters>, reasons: string[]): void {
  const options = new Map<string, string>();
  for (const part of text.split('&').filter((part) => part !== '')) {
    const equals = part.indexOf('=');
    const name = equals < 0 ? part : part.slice(0, equals);
    if (equals < 0) reasons.push(`option ${name} has no value`);
    else if (options.has(name)) reasons.push(`option ${name} is given twice`);
    else options.set(name, decode(part.slice(equals + 1), `option ${name}`, reasons));
  }
  for (const [name, value] of options) readOption(name, value, options, parameters, reasons);
}

function readOption(
  name: string,
  value: string,
  options: ReadonlyMap<string, string>,
  parameters: Writable<OldDatabaseParameters>,
  reasons: string[],
): void {
  switch (name) {
    case 'replicaSet':
      parameters.replicaSet = value;
      return;
    case 'authMechanism':
      parameters.authMechanism = value;
      return;
    case 'connectTimeoutMS':
      if (/^\d{1,15}$/.test(value)) parameters.timeoutMs = Number(value);
      else reasons.push('connectTimeoutMS is not a whole number');
      return;
    case 'retryWrites':
      if (value === 'false') parameters.disableRetryWrites = true;
      else reasons.push(`no old parameter says retryWrites=${value}`);
      return;
    case 'tls':
    case 'tlsAllowInvalidCertificates':
      if (options.get('tls') === 'true' && options.get('tlsAllowInvalidCertificates') === 'true')
        parameters.ssl = true;
      else reasons.push('-dbSSL means tls=true and tlsAllowInvalidCertificates=true together, nothing else');
      return;
    default:
      reasons.push(`no old parameter says ${name}`);
  }
}

function decode(text: string, what: string, reasons: string[]): string {
  try {
    return decodeURIComponent(text);
  } catch {
    reasons.push(`${what} has a bad percent-encoding`);
    return text;
  }
}
