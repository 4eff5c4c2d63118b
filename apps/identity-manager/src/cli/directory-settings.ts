import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { OptionError } from '@smart-city/options';

/** A directory whose users may sign in. */
export interface DirectorySettings {
  /** Beginning of the ids of its users here. */
  readonly idPrefix: string;
  /** `ldap://…` or `ldaps://…`, asked in this order while the one before cannot be reached. */
  readonly urls: readonly string[];
  readonly startTls: boolean;
  /** Certificates in PEM that are trusted instead of those that Node.js trusts. */
  readonly ca: string | undefined;
  /** Reader who searches; undefined for an anonymous search. */
  readonly reader: { readonly dn: string; readonly password: string } | undefined;
  /** Where the search begins. */
  readonly base: string;
  /** RFC 4515, with `{login}` where the escaped login stands. */
  readonly filter: string;
  readonly attributes: { readonly id: string; readonly username: string; readonly email: string };
}

/** The settings `IDM_EXTERNAL_LDAP_*` as they were read. */
export interface DirectoryOptions {
  readonly EXTERNAL_LDAP_ENABLED: boolean;
  readonly EXTERNAL_LDAP_ID_PREFIX: string;
  readonly EXTERNAL_LDAP_URLS: readonly string[];
  readonly EXTERNAL_LDAP_DB_HOST: string;
  readonly EXTERNAL_LDAP_DB_PORT: number;
  readonly EXTERNAL_LDAP_START_TLS: boolean;
  readonly EXTERNAL_LDAP_CA_FILE: string | undefined;
  readonly EXTERNAL_LDAP_DB_READER_DN: string | undefined;
  readonly EXTERNAL_LDAP_DB_READER_PASSWORD: string | undefined;
  readonly EXTERNAL_LDAP_DB_SUFFIX: string | undefined;
  readonly EXTERNAL_LDAP_DB_ID_ATTRIBUTE: string;
  readonly EXTERNAL_LDAP_DB_USERNAME_ATTRIBUTE: string;
  readonly EXTERNAL_LDAP_DB_EMAIL_ATTRIBUTE: string;
  readonly EXTERNAL_LDAP_FILTER: string | undefined;
}

const PREFIX = /^[\w.-]{1,32}$/;
const ATTRIBUTE = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;

/**
 * The directory that the settings name; undefined when it is not switched on.
 *
 * @throws OptionError with a line for every setting that cannot be used
 */
export function directorySettings(raw: DirectoryOptions, production: boolean): DirectorySettings | undefined {
  if (!raw.EXTERNAL_LDAP_ENABLED) return undefined;
  const urls = urlsOf(raw);
  const attributes = {
    id: raw.EXTERNAL_LDAP_DB_ID_ATTRIBUTE,
    username: raw.EXTERNAL_LDAP_DB_USERNAME_ATTRIBUTE,
    email: raw.EXTERNAL_LDAP_DB_EMAIL_ATTRIBUTE,
  };
  const filter = raw.EXTERNAL_LDAP_FILTER ?? `(${attributes.id}={login})`;
  const dn = raw.EXTERNAL_LDAP_DB_READER_DN;
  const password = raw.EXTERNAL_LDAP_DB_READER_PASSWORD;
  const startTls = raw.EXTERNAL_LDAP_START_TLS;
  const isOpen = !startTls && urls.some(isSentInClear);
  refuse([
    [
      !raw.EXTERNAL_LDAP_DB_SUFFIX,
      'DB_SUFFIX must be set: where the search begins, such as dc=example,dc=org',
    ],
    [(dn === undefined) !== (password === undefined), 'DB_READER_DN and DB_READER_PASSWORD belong together'],
    [!PREFIX.test(raw.EXTERNAL_LDAP_ID_PREFIX), 'ID_PREFIX must be 1 to 32 letters, digits or _ . -'],
    [!urls.every(isLdapUrl), 'URLS must be addresses such as ldaps://ldap.example.org'],
    [!Object.values(attributes).every((name) => ATTRIBUTE.test(name)), 'DB_*_ATTRIBUTE must name attributes'],
    [!/\{login\}/.test(filter), 'FILTER must have {login} where the login stands'],
    [production && isOpen, 'URLS must be ldaps, or START_TLS on, in production mode: passwords are sent'],
  ]);
  return {
    idPrefix: raw.EXTERNAL_LDAP_ID_PREFIX,
    urls,
    startTls,
    ca: caOf(raw.EXTERNAL_LDAP_CA_FILE),
    reader: dn === undefined || password === undefined ? undefined : { dn, password },
    base: raw.EXTERNAL_LDAP_DB_SUFFIX ?? '',
    filter,
    attributes,
  };
}

/** Whether passwords would go over a network that others can read. */
export const sendsInClear = ({ urls, startTls }: DirectorySettings): boolean =>
  !startTls && urls.some(isSentInClear);

/** Keyrock has a host and a port. */
const urlsOf = (raw: DirectoryOptions): readonly string[] =>
  raw.EXTERNAL_LDAP_URLS.length > 0
    ? raw.EXTERNAL_LDAP_URLS
    : [`ldap://${raw.EXTERNAL_LDAP_DB_HOST}:${raw.EXTERNAL_LDAP_DB_PORT}`];

const isLdapUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^ldaps?:$/.test(url.protocol) && url.hostname !== '' && url.username === '';
};

function isSentInClear(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'ldap:' && !isLoopback(url.hostname);
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));

function refuse(checks: readonly (readonly [isWrong: boolean, line: string])[]): void {
  const lines = checks.filter(([isWrong]) => isWrong).map(([, line]) => `IDM_EXTERNAL_LDAP_${line}`);
  if (lines.length > 0) throw new OptionError(lines);
}

function caOf(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new OptionError([`IDM_EXTERNAL_LDAP_CA_FILE cannot be read: ${file}`]);
  }
}
