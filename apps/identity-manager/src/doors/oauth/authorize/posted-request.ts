import type { Request } from 'express';
import { PageError } from '../../../pages/page-error';
import { OAuthError } from '../oauth-errors';
import { parseParameters, RESOURCE, type Parameters } from '../wire';

/** Characters of the address that a browser is sent to: what servers and browsers take. */
const longest = 16_000;

function parametersOf(body: unknown): Parameters {
  try {
    return parseParameters(body, RESOURCE);
  } catch (error) {
    if (error instanceof OAuthError) throw new PageError(400, error.message, error.code);
    throw error;
  }
}

/**
 * The address that asks what an authorization request of a form asks. The cookie of the session does not come with a form of another
 * site, so the browser has to come back by itself.
 *
 * @returns undefined for a form of ours
 * @throws PageError 400 on repeated parameters, 414 when the address would be too long
 */
export function addressOfPosted({ body, path }: Request): string | undefined {
  const form: unknown = body;
  if (typeof form !== 'object' || form === null || '_csrf' in form) return undefined;
  if (!('client_id' in form && 'response_type' in form)) return undefined;
  const pairs = [...parametersOf(form)].flatMap(([name, value]): [string, string][] =>
    name === RESOURCE ? value.split(' ').map((each): [string, string] => [name, each]) : [[name, value]],
  );
  const address = `${path}?${new URLSearchParams(pairs).toString()}`;
  if (address.length > longest) throw new PageError(414, 'error.tooLarge', 'invalid_request');
  return address;
}
