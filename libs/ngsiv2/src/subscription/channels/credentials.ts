import { badRequest, type JsonObject, type StoredDocument } from '@smart-city/context';
import { hasForbiddenChars, optionalString } from '../json-fields';

export interface Credentials {
  readonly user: string;
  readonly passwd: string;
}

interface WithCredentials {
  readonly credentials?: Credentials;
}

/**
 * `user` and `passwd`; the password is not checked, it is never shown.
 *
 * @param protocol  names the channel in the texts of faults
 * @throws NgsiError BadRequest
 */
export function parseCredentials(holder: JsonObject, protocol: string): WithCredentials {
  const user = optionalString(holder, 'user', `user ${protocol} notification`);
  if (user !== undefined && hasForbiddenChars(user))
    throw badRequest(`forbidden characters in ${protocol} /user/`);
  const passwd = optionalString(holder, 'passwd', `passwd ${protocol} notification`);
  if ((user === undefined) !== (passwd === undefined))
    throw badRequest('you must use user and passwd fields simultaneously');
  return user === undefined || passwd === undefined ? {} : { credentials: { user, passwd } };
}

export function readCredentials(document: StoredDocument): WithCredentials {
  const [user, passwd] = [document.get('user'), document.get('passwd')];
  return typeof user === 'string' && typeof passwd === 'string' ? { credentials: { user, passwd } } : {};
}

export const renderCredentials = ({ credentials }: WithCredentials) =>
  [
    ['user', credentials?.user],
    ['passwd', credentials === undefined ? undefined : '*****'],
  ] as const;

export const storeCredentials = ({ credentials }: WithCredentials) =>
  [
    ['user', credentials?.user],
    ['passwd', credentials?.passwd],
  ] as const;
