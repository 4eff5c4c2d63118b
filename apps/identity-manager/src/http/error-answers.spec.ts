import { segmentsBelow } from './error-answers';

describe('segmentsBelow', () => {
  it.each([
    ['/oauth2', '/oauth2', 1],
    ['/oauth2', '/oauth2/token', 1],
    ['/oauth2', '/oauth22', undefined],
    ['/', '/anything', 0],
    ['/idm/applications/:issuer/oauth2', '/idm/applications/7/oauth2/nothing', 4],
    ['/idm/applications/:issuer/oauth2', '/idm/applications/7/edit', undefined],
    ['/idm/applications/:issuer/oauth2', '/idm/applications', undefined],
  ])('of %s and %s', (prefix, path, segments) => expect(segmentsBelow(prefix, path)).toBe(segments));
});
