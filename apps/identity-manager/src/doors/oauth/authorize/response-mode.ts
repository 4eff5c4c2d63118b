import type { Client } from '../../../subjects/applications/client';
import { unverifiedClaims } from '../../../subjects/tokens/jwt';
import type { Parameters } from '../wire';
import type { ResponseMode } from './authorize-request';

/** How answers leave: what was asked for, and what went wrong. */
export interface ResponseModes {
  readonly mode: ResponseMode;
  readonly errorMode: ResponseMode;
}

const isMode = (mode: string | undefined): mode is ResponseMode =>
  mode === 'query' || mode === 'fragment' || mode === 'form_post';

/**
 * What the refusal of a request object is told by: a client may say only in there how it wants to be answered. Nothing else of the
 * object counts, and its signature is not looked at: it is the client's own request.
 */
function withRequestObject(parameters: Parameters): Parameters {
  const object = parameters.get('request');
  const claims = object === undefined ? undefined : unverifiedClaims(object);
  if (!claims) return parameters;
  const told = ['state', 'response_mode'].flatMap((name) => {
    const value = claims[name];
    return typeof value === 'string' && !parameters.has(name) ? [[name, value] as const] : [];
  });
  return new Map([...parameters, ...told]);
}

/** Where answers go: the state that goes along, and how they leave. */
export function waysBack(
  parameters: Parameters,
  client: Pick<Client, 'openidStyle'>,
  implicitResponse: 'query' | 'fragment',
): ResponseModes & { readonly state: string | undefined } {
  const told = withRequestObject(parameters);
  return { state: told.get('state'), ...responseModes(told, client, implicitResponse) };
}

/**
 * Id tokens never travel in a query, which servers log (OAuth 2.0 Multiple Response Types, section 3). What else is asked
 * leaves as `response_mode` says, or by the query as in Keyrock; the errors of `code token` then by the fragment, where that
 * specification's section 5 has clients look for them (docs/behaviour/identity-manager.md#authorization-requests). An application
 * of the style `openid` gets tokens by the fragment.
 *
 * @param implicitResponse  where `response_type=token` is answered, and `code token` with `fragment`
 */
export function responseModes(
  parameters: Parameters,
  { openidStyle }: Pick<Client, 'openidStyle'>,
  implicitResponse: 'query' | 'fragment',
): ResponseModes {
  const asked = parameters.get('response_mode');
  const types = parameters.get('response_type')?.split(' ') ?? [];
  if (types.includes('id_token') && asked !== 'form_post') return { mode: 'fragment', errorMode: 'fragment' };
  if (isMode(asked)) return { mode: asked, errorMode: asked };
  if (!types.includes('token')) return { mode: 'query', errorMode: 'query' };
  const mode = openidStyle === 'openid' ? 'fragment' : implicitResponse;
  return { mode, errorMode: types.includes('code') ? 'fragment' : mode };
}
