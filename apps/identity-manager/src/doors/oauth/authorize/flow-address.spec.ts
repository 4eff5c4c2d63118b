import { flowAddress } from './flow-address';

const question = '?response_type=code&redirect_uri=https://a.example/authorize';

describe('The address of a step of the authorization endpoint', () => {
  it.each(['/oauth2', '/idm/applications/parking/oauth2', '/idm/applications/authorize/oauth2', '/OAuth2'])(
    'is below %s from every other step, however it was written',
    (base) => {
      for (const asked of [
        'authorize',
        'authorize/',
        'Authorize',
        'authorize/second_factor',
        'authorize/second_factor/',
        'enable_app',
        'enable_app/',
      ]) {
        const request = { path: `${base}/${asked}`, originalUrl: `${base}/${asked}${question}` };
        for (const step of ['authorize', 'authorize/second_factor', 'enable_app'] as const)
          expect(flowAddress(request, step)).toBe(`${base}/${step}${question}`);
      }
    },
  );

  it('keeps the question as it came, with all its marks, or has none', () => {
    const request = { path: '/oauth2/authorize', originalUrl: '/oauth2/authorize?state=%3F?/authorize?' };
    expect(flowAddress(request, 'enable_app')).toBe('/oauth2/enable_app?state=%3F?/authorize?');
    expect(flowAddress({ ...request, originalUrl: '/oauth2/authorize' }, 'authorize')).toBe(
      '/oauth2/authorize',
    );
  });
});
