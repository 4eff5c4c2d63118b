import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '@smart-city/context';
import { isEndpointName, parseTargetUrl } from '@smart-city/ngsiv2';
import { errorMessage } from '@smart-city/service';
import { Endpoints, type Endpoint, type TokenSource } from './endpoints';

const MEMBERS = ['url', 'headers', 'basic', 'oauth2', 'tls', 'tenants'];
const READABLE_BY_OTHERS = 0o007;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;

/**
 * Reads `-endpoints`: an object of endpoints by name. Strict: what is misspelt is no credential that is left out.
 *
 * @param file  undefined for none
 * @throws Error  with the file, the endpoint and what is wrong with it; never with a value
 */
export function readEndpoints(file: string | undefined): Endpoints {
  if (file === undefined) return new Endpoints([]);
  try {
    if ((statSync(file).mode & READABLE_BY_OTHERS) !== 0)
      throw new Error('everybody may read it, and it holds credentials: chmod o-rwx');
    const json = objectOf(parseJson(readFileSync(file, 'utf8')), 'the file');
    return new Endpoints([...json].map(([name, value]) => endpointOf(name, value, dirname(resolve(file)))));
  } catch (cause) {
    throw new Error(`-endpoints ${file}: ${errorMessage(cause)}`, { cause });
  }
}

function endpointOf(name: string, value: JsonValue, folder: string): Endpoint {
  if (!isEndpointName(name)) throw new Error(`'${name.slice(0, 64)}' is no name: letters, digits, - and _`);
  const json = objectOf(value, name, MEMBERS);
  const url = textOf(json, 'url', name);
  const target = parseTargetUrl(url);
  if (target === undefined || (target.protocol !== 'http:' && target.protocol !== 'https:'))
    throw new Error(`${name}: url is no http or https URL`);
  const headers = [...headersOf(json, name), ...basicOf(json, name)];
  const oauth2 = tokenSourceOf(json, name);
  if (headers.filter(([one]) => one.toLowerCase() === 'authorization').length + (oauth2 ? 1 : 0) > 1)
    throw new Error(`${name}: one of a header Authorization, basic and oauth2`);
  const { protocol, host, port, path } = target;
  const tls = tlsOf(json, name, folder);
  const tenants = json.get('tenants');
  return {
    name,
    ...{ protocol, host, port, path },
    headers,
    ...(oauth2 !== undefined && { oauth2 }),
    ...(tls !== undefined && { tls }),
    ...(tenants !== undefined && { tenants: new Set(tenantsOf(tenants, name)) }),
  };
}

function headersOf(json: JsonObject, name: string): readonly (readonly [string, string])[] {
  if (!json.has('headers')) return [];
  const headers = objectOf(json.get('headers')!, `${name}: headers`);
  return [...headers.keys()].map((header) => {
    const value = textOf(headers, header, `${name}: headers`);
    if (!HEADER_NAME.test(header) || !HEADER_VALUE.test(value))
      throw new Error(`${name}: a header that cannot be sent`);
    return [header, value];
  });
}

function basicOf(json: JsonObject, name: string): readonly (readonly [string, string])[] {
  if (!json.has('basic')) return [];
  const where = `${name}: basic`;
  const basic = objectOf(json.get('basic')!, where, ['user', 'password']);
  const pair = `${textOf(basic, 'user', where)}:${textOf(basic, 'password', where)}`;
  return [['Authorization', `Basic ${Buffer.from(pair).toString('base64')}`]];
}

function tokenSourceOf(json: JsonObject, name: string): TokenSource | undefined {
  if (!json.has('oauth2')) return undefined;
  const where = `${name}: oauth2`;
  const oauth2 = objectOf(json.get('oauth2')!, where, ['tokenUrl', 'clientId', 'clientSecret', 'scope']);
  const tokenUrl = textOf(oauth2, 'tokenUrl', where);
  if (!/^https?:\/\//.test(tokenUrl) || !URL.canParse(tokenUrl) || new URL(tokenUrl).username !== '')
    throw new Error(`${where}: tokenUrl is no http or https URL`);
  return {
    tokenUrl,
    clientId: textOf(oauth2, 'clientId', where),
    clientSecret: textOf(oauth2, 'clientSecret', where),
    ...(oauth2.has('scope') && { scope: textOf(oauth2, 'scope', where) }),
  };
}

/** Files are named beside the file of the endpoints. */
function tlsOf(json: JsonObject, name: string, folder: string): Endpoint['tls'] {
  if (!json.has('tls')) return undefined;
  const files = objectOf(json.get('tls')!, `${name}: tls`, ['ca', 'cert', 'key']);
  if (files.has('cert') !== files.has('key')) throw new Error(`${name}: tls: cert and key go together`);
  return Object.fromEntries(
    [...files.keys()].map((one) => [
      one,
      readFileSync(resolve(folder, textOf(files, one, `${name}: tls`)), 'utf8'),
    ]),
  );
}

function tenantsOf(value: JsonValue, name: string): readonly string[] {
  if (!Array.isArray(value)) throw new Error(`${name}: tenants is no list`);
  return value.map((tenant: JsonValue) => {
    if (typeof tenant !== 'string') throw new Error(`${name}: a tenant that is no text`);
    return tenant.toLowerCase();
  });
}

function objectOf(value: JsonValue, where: string, members?: readonly string[]): JsonObject {
  if (!isJsonObject(value)) throw new Error(`${where} is no object`);
  for (const member of value.keys())
    if (members?.includes(member) === false)
      throw new Error(`${where}: '${member.slice(0, 64)}' is not known`);
  return value;
}

function textOf(from: JsonObject, member: string, where: string): string {
  const value = from.get(member);
  if (typeof value !== 'string' || value === '') throw new Error(`${where}: ${member} is no text`);
  return value;
}
