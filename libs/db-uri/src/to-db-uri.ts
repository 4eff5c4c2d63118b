import type { OldDatabaseParameters } from './old-parameters';

/** A connection URI, or every reason why there is none. */
export type ToDbUri =
  | { readonly kind: 'uri'; readonly uri: string }
  | { readonly kind: 'unmappable'; readonly reasons: readonly string[] };

/**
 * Maps the old database parameters to the value of `-dbURI`:
 * `<scheme>://[USER:PASS@]HOST/[AUTHDB][?replicaSet=RPLSET][&authMechanism=AUTHMECH][&tls=true&tlsAllowInvalidCertificates=true][&retryWrites=false][&connectTimeoutMS=TIMEOUT]`.
 * A bracketed part appears only when its parameter was used; the first option follows `?`, the others `&`. User,
 * password, database and option values are percent-encoded.
 *
 * @param scheme  without `://`
 * @see Orion's manual, "Deprecated and removed features": database parameters
 */
export function toDbUri(
  parameters: OldDatabaseParameters,
  scheme: 'mongodb' | 'mongodb+srv' = 'mongodb',
): ToDbUri {
  const reasons = faultsOf(parameters);
  if (reasons.length > 0) return { kind: 'unmappable', reasons };
  const { host = 'localhost', user, password, authDb = '' } = parameters;
  const credentials =
    user === undefined || password === undefined ? '' : `${encode(user)}:${encode(password)}@`;
  return { kind: 'uri', uri: `${scheme}://${credentials}${host}/${encode(authDb)}${optionsOf(parameters)}` };
}

function optionsOf(parameters: OldDatabaseParameters): string {
  const { replicaSet, authMechanism, timeoutMs } = parameters;
  const options: string[] = [];
  if (replicaSet !== undefined) options.push(`replicaSet=${encode(replicaSet)}`);
  if (authMechanism !== undefined) options.push(`authMechanism=${encode(authMechanism)}`);
  if (parameters.ssl) options.push('tls=true', 'tlsAllowInvalidCertificates=true');
  if (parameters.disableRetryWrites) options.push('retryWrites=false');
  if (timeoutMs !== undefined) options.push(`connectTimeoutMS=${timeoutMs}`);
  return options.length === 0 ? '' : `?${options.join('&')}`;
}

function faultsOf(parameters: OldDatabaseParameters): readonly string[] {
  const { host, user, password, timeoutMs, replicaSet, authMechanism, authDb } = parameters;
  const faults: string[] = [];
  if (host !== undefined) faults.push(...hostFaults(host));
  if (user !== undefined && password === undefined)
    faults.push('-dbuser is given without a password: the URI needs both');
  if (user === undefined && password !== undefined)
    faults.push('a password is given without -dbuser: the URI needs both');
  if (user === '') faults.push('-dbuser is empty');
  if (timeoutMs !== undefined && (!Number.isSafeInteger(timeoutMs) || timeoutMs < 0)) {
    faults.push('-dbTimeout is not a whole number of milliseconds');
  }
  if (replicaSet === '') faults.push('-rplSet is empty');
  if (authMechanism === '') faults.push('-dbAuthMech is empty');
  if (authDb === '') faults.push('-dbAuthDb is empty');
  const texts = {
    '-rplSet': replicaSet,
    '-dbuser': user,
    'the password': password,
    '-dbAuthMech': authMechanism,
    '-dbAuthDb': authDb,
  };
  for (const [name, text] of Object.entries(texts)) {
    if (text !== undefined && /\p{Surrogate}/u.test(text)) faults.push(`${name} is not valid Unicode`);
  }
  return faults;
}

/** A host, or an IPv6 address in brackets, with an optional port. */
const HOST = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+)(?::(\d{1,5}))?$/;

function hostFaults(list: string): readonly string[] {
  if (list === '') return ['-dbhost is empty'];
  return list.split(',').flatMap((host) => {
    const found = HOST.exec(host);
    if (!found) return [`-dbhost names no host: '${host}'`];
    const port = Number(found[2] ?? 27017);
    return port < 1 || port > 65535 ? [`-dbhost has a port out of range: '${host}'`] : [];
  });
}

const encode = (text: string): string => encodeURIComponent(text);
