import { routeOf, tableOf } from '../../http/table-of.contract';
import { executedResource, executedServicePaths } from '../../operations/authz/executed-request';
import { Ngsiv1Controller } from './ngsiv1.controller';

const routes = tableOf([Ngsiv1Controller]);
const request = (method: string, path: string) => ({
  method,
  path,
  servicePaths: undefined,
  ...routeOf(routes, method, path),
});

describe('the routes of NGSIv1', () => {
  it('are found whatever the letter case', () => {
    const found = request('PUT', '/V1/CONTEXTENTITIES/Room1');
    expect(executedResource(found)).toBe('/v1/contextEntities/Room1');
    expect(found.resource?.allow).toBe('PUT, DELETE');
  });

  it.each([
    ['POST', '/ngsi10/updateContext', ['/']],
    ['POST', '/ngsi10/queryContext', ['/#']],
    ['PUT', '/v1/contextEntities/E', ['/']],
    ['DELETE', '/v1/contextEntities/E', ['/']],
    ['GET', '/v1/contextEntities/E/attributes/a', ['/#']],
  ])('%s %s without the header touches %j', (method, path, expected) => {
    expect(executedServicePaths(request(method, path))).toEqual(expected);
  });
});
