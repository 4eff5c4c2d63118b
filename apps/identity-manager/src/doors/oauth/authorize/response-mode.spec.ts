import { responseModes } from './response-mode';

const modes = (response_type: string, response_mode?: string, implicit: 'query' | 'fragment' = 'query') => {
  const parameters = new Map([['response_type', response_type]]);
  if (response_mode !== undefined) parameters.set('response_mode', response_mode);
  const { mode, errorMode } = responseModes(parameters, implicit);
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

  it('never puts an id token in a query', () => {
    for (const type of ['id_token', 'id_token token', 'code id_token', 'code id_token token'])
      for (const mode of [undefined, 'query', 'fragment'])
        expect(modes(type, mode)).toEqual(['fragment', 'fragment']);
    expect(modes('id_token', 'form_post')).toEqual(['form_post', 'form_post']);
  });
});
