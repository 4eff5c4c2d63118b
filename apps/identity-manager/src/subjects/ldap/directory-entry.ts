import { createHash } from 'node:crypto';
import type { Entry } from 'ldapts';
import type { DirectorySettings } from '../../cli/directory-settings';

/** A user as the directory describes them. */
export interface DirectoryEntry {
  /** The server that found the entry, and that is asked for its password. */
  readonly url: string;
  readonly dn: string;
  /** The id of the user here. */
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  /** The directory lets this user in nowhere. */
  readonly isLocked: boolean;
}

/** Room that the columns of ids leave beside the longest prefix. */
const LONGEST_ID = 96;
const LONGEST_TEXT = 255;

/** Active Directory: ACCOUNTDISABLE. */
const DISABLED_BIT = 2;

/** Attributes that say whether an account is locked, asked for by name because some of them are operational. */
export const LOCK_ATTRIBUTES = ['userAccountControl', 'nsAccountLock', 'pwdAccountLockedTime'] as const;

/** Ids that are bytes, not text, in every directory that has them. */
export const BINARY_ATTRIBUTES = ['objectGUID', 'objectSid'] as const;

type Values = readonly (string | Buffer)[];

/** The values of an attribute; directories write its name as their schema does. */
function valuesOf(entry: Entry, attribute: string): Values {
  const name = Object.keys(entry).find((key) => key.toLowerCase() === attribute.toLowerCase());
  const value = name === undefined ? [] : (entry[name] ?? []);
  return Array.isArray(value) ? value : [value];
}

function textOf(entry: Entry, attribute: string): string {
  const [first = ''] = valuesOf(entry, attribute);
  return typeof first === 'string' ? first : first.toString('utf8');
}

const isBinary = (attribute: string): boolean =>
  BINARY_ATTRIBUTES.some((name) => name.toLowerCase() === attribute.toLowerCase());

/** Text as it is; bytes in hexadecimal digits; a digest of what is too long. Empty: the entry has no id. */
export function idOf(entry: Entry, attribute: string): string {
  const [value = ''] = valuesOf(entry, attribute);
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  const text = bytes.toString('utf8');
  // eslint-disable-next-line no-control-regex -- what no id may hold
  const isText =
    !isBinary(attribute) && Buffer.from(text).equals(bytes) && !/[\u0000-\u001f\u007f]/.test(text);
  const id = isText ? text : bytes.toString('hex');
  return Buffer.byteLength(id) <= LONGEST_ID ? id : createHash('sha256').update(bytes).digest('hex');
}

function isLocked(entry: Entry): boolean {
  const control = Number.parseInt(textOf(entry, 'userAccountControl') || '0', 10);
  return (
    (control & DISABLED_BIT) !== 0 ||
    textOf(entry, 'nsAccountLock').toLowerCase() === 'true' ||
    textOf(entry, 'pwdAccountLockedTime') !== ''
  );
}

/** Reads what the search found; undefined when it has no DN, id or address of a length that can be kept. */
export function readEntry(
  url: string,
  entry: Entry,
  { idPrefix, attributes }: Pick<DirectorySettings, 'idPrefix' | 'attributes'>,
): DirectoryEntry | undefined {
  const id = idOf(entry, attributes.id);
  const email = textOf(entry, attributes.email).trim();
  const username = textOf(entry, attributes.username).trim() || id;
  const isUsable = [entry.dn, id, email].every((text) => text !== '');
  const isShort = [email, username].every((text) => text.length <= LONGEST_TEXT && !text.includes('\0'));
  if (!isUsable || !isShort) return undefined;
  return { url, dn: entry.dn, userId: `${idPrefix}${id}`, username, email, isLocked: isLocked(entry) };
}
