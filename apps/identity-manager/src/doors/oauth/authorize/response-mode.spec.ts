import type { OpenIdStyle } from '../../../database/entities/application.row';
import { responseModes, waysBack } from './response-mode';

const modes = (
  response_type: string,
  response_mode?: string,
  implicit: 'query' | 'fragment' = 'query',
  openidStyle: OpenIdStyle = 'keyrock',
) => {
  const parameters = new Map([['response_type', response_type]]);
  if (response_mode !== undefined) parameters.set('response_mode', response_mode);
  const { mode, errorMode } = responseModes(parameters, { openidStyle }, implicit);
  return [mode, errorMode];
};

describe('responseModes (docs/behaviour/identity-manager.md, "Authorization requests")', () => {
  it('answers code and token in the query unless another mode is asked for', () => {
    expect(modes('code')).toEqual(['query', 'query']);
    expect(modes('token')).toEqual(['query', 'query']);
    expect(modes('token', undefined, 'fragment')).toEqual(['fragment', 'fragment']);
    expect(modes('code', undefined, 'fragment')).toEqual(['query', 'query']);
    expect(modes('code', 'fragment')).toEqual(['fragment', 'fragment']);
    expect(modes('code', 'nonsense')).toEqual(['query', 'query']);
  });

  it('sends errors of code and token together in the fragment, unless a mode is asked for', () => {
    expect(modes('code token')).toEqual(['query', 'fragment']);
    expect(modes('token code')).toEqual(['query', 'fragment']);
    expect(modes('code token', 'query')).toEqual(['query', 'query']);
    expect(modes('code token', 'form_post')).toEqual(['form_post', 'form_post']);
  });

  it('sends tokens by the fragment where settings or the application say so', () => {
    expect(modes('code token', undefined, 'fragment')).toEqual(['fragment', 'fragment']);
    for (const type of ['token', 'code token'])
      expect(modes(type, undefined, 'query', 'openid')).toEqual(['fragment', 'fragment']);
    expect(modes('code', undefined, 'query', 'openid')).toEqual(['query', 'query']);
  });

  it('reads in a request object, which is refused, only how the refusal is to be told', () => {
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const object = { state: 's', response_mode: 'form_post', redirect_uri: 'https://evil.example' };
    const request = `${encoded({ alg: 'none' })}.${encoded(object)}.`;
    const back = (more: readonly (readonly [string, string])[], text = request) =>
      waysBack(
        new Map([['response_type', 'code'], ['request', text], ...more]),
        { openidStyle: 'keyrock' },
        'query',
      );
    expect(back([])).toEqual({ state: 's', mode: 'form_post', errorMode: 'form_post' });
    expect(
      back([
        ['state', 'own'],
        ['response_mode', 'query'],
      ]),
    ).toEqual({ state: 'own', mode: 'query', errorMode: 'query' });
    expect(back([], 'nonsense')).toEqual({ state: undefined, mode: 'query', errorMode: 'query' });
  });

  it('never puts an id token in a query', () => {
    for (const type of ['id_token', 'id_token token', 'code id_token', 'code id_token token'])
      for (const mode of [undefined, 'query', 'fragment'])
        expect(modes(type, mode)).toEqual(['fragment', 'fragment']);
    expect(modes('id_token', 'form_post')).toEqual(['form_post', 'form_post']);
  });
});
