import { KNOWN } from '../../http/known-resources';
import { executedResource, executedServicePaths } from './executed-request';

const resource = (path: string) => ({
  path,
  positions: new Map(),
  handlers: new Map(),
  allow: undefined,
  statistics: path,
  isPage: false,
  isForBrowsers: false,
  selection: KNOWN.find((known) => known.path === path)?.selection,
});
const request = (
  registered: string,
  path: string,
  more: Partial<Parameters<typeof executedServicePaths>[0]> = {},
) => ({
  method: 'GET',
  path,
  components: path.slice(1).split('/'),
  resource: resource(registered),
  servicePaths: undefined,
  ...more,
});

describe('executedResource', () => {
  it.each([
    ['/v2/entities', '/v2/entities', '/v2/entities'],
    ['/statistics', '/STATISTICS', '/statistics'],
    ['/v2/entities/:id/attrs', '/v2/entities/Room 1/attrs', '/v2/entities/Room 1/attrs'],
    ['/v1/contextEntities/:id', '/V1/CONTEXTENTITIES/Room1', '/v1/contextEntities/Room1'],
    ['/log/trace/:levels', '/LOG/trace/1-5', '/log/trace/1-5'],
  ])('%s asked for as %s is %s', (registered, path, expected) => {
    expect(executedResource(request(registered, path))).toBe(expected);
  });
});

describe('executedServicePaths', () => {
  it.each([
    ['GET', '/v2/entities', ['/#']],
    ['GET', '/v2/deadLetters', ['/#']],
    ['POST', '/v2/entities', ['/']],
    ['PATCH', '/v2/entities', ['/#']],
    ['DELETE', '/v2/entities', ['/#']],
    ['DELETE', '/v2/entities/:id', ['/']],
    ['PATCH', '/v2/entities/:id/attrs', ['/']],
    ['GET', '/v2/types', ['/#']],
    ['POST', '/v2/op/query', ['/#']],
    ['POST', '/v2/op/update', ['/']],
    ['POST', '/v2/op/notify', ['/']],
    ['POST', '/ngsi10/updateContext', ['/']],
    ['POST', '/ngsi10/queryContext', ['/#']],
    ['POST', '/v2/subscriptions', ['/#']],
    ['POST', '/v2/registrations', ['/']],
    ['GET', '/v2/registrations', ['/#']],
    ['GET', '/statistics', ['/#']],
  ])('%s %s without the header touches %j', (method, path, expected) => {
    expect(executedServicePaths(request(path, path, { method }))).toEqual(expected);
    // An empty path is the same as none.
    expect(executedServicePaths(request(path, path, { method, servicePaths: [''] }))).toEqual(expected);
  });

  it('what is found by its id lies anywhere, whatever the header says', () => {
    for (const path of ['/v2/subscriptions/:id', '/v2/registrations/:id'])
      expect(executedServicePaths(request(path, path, { servicePaths: ['/a'] }))).toEqual(['/#']);
  });

  it('a list is asked about as a list', () => {
    expect(
      executedServicePaths(request('/v2/entities', '/v2/entities', { servicePaths: ['/a', '/b/#'] })),
    ).toEqual(['/a', '/b/#']);
  });
});
