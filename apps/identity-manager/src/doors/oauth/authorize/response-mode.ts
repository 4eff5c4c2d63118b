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
 * Id tokens never travel in a query, which servers log (OAuth 2.0 Multiple Response Types, section 3). What else is asked
 * leaves as `response_mode` says, or by the query as in Keyrock; the errors of `code token` then by the fragment, where that
 * specification's section 5 has clients look for them (docs/behaviour/identity-manager.md#authorization-requests).
 *
 * @param implicitResponse  where `response_type=token` is answered
 */
export function responseModes(parameters: Parameters, implicitResponse: 'query' | 'fragment'): ResponseModes {
  const asked = parameters.get('response_mode');
  const types = parameters.get('response_type')?.split(' ') ?? [];
  if (types.includes('id_token') && asked !== 'form_post') return { mode: 'fragment', errorMode: 'fragment' };
  if (isMode(asked)) return { mode: asked, errorMode: asked };
  const isImplicit = types.length === 1 && types[0] === 'token';
  const mode = isImplicit ? implicitResponse : 'query';
  return { mode, errorMode: types.includes('code') && types.includes('token') ? 'fragment' : mode };
}
