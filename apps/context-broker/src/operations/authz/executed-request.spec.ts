import { BatchController } from '../../faces/ngsiv2/batch/batch.controller';
import { FilteredEntitiesController } from '../../faces/ngsiv2/by-filter/filtered-entities.controller';
import { AttributesController } from '../../faces/ngsiv2/entities/attributes.controller';
import { EntitiesController } from '../../faces/ngsiv2/entities/entities.controller';
import { NGSIV2_FACE } from '../../faces/ngsiv2/ngsiv2-face';
import { RegistrationsController } from '../../faces/ngsiv2/registrations/registrations.controller';
import { DeadLettersController } from '../../faces/ngsiv2/subscriptions/dead-letters.controller';
import { SubscriptionsController } from '../../faces/ngsiv2/subscriptions/subscriptions.controller';
import { TypesController } from '../../faces/ngsiv2/types/types.controller';
import { routeOf, tableOf } from '../../http/table-of.contract';
import { LogController } from '../admin/log.controller';
import { StatisticsController } from '../admin/statistics.controller';
import { executedResource, executedServicePaths } from './executed-request';

const CONTROLLERS = [
  AttributesController,
  BatchController,
  DeadLettersController,
  EntitiesController,
  FilteredEntitiesController,
  LogController,
  RegistrationsController,
  StatisticsController,
  SubscriptionsController,
  TypesController,
];
const routes = tableOf(CONTROLLERS);
const request = (
  method: string,
  path: string,
  more: Partial<Parameters<typeof executedServicePaths>[0]> = {},
) => ({ method, path, servicePaths: undefined, ...routeOf(routes, method, path), ...more });

describe('executedResource', () => {
  it.each([
    ['GET', '/v2/entities', '/v2/entities'],
    ['GET', '/STATISTICS', '/statistics'],
    ['GET', '/v2/entities/Room 1/attrs', '/v2/entities/Room 1/attrs'],
    ['PUT', '/LOG/trace/1-5', '/log/trace/1-5'],
  ])('%s %s is %s', (method, path, expected) => {
    expect(executedResource(request(method, path))).toBe(expected);
  });

  it('a slash in a part that was told apart before it was decoded parts nothing', () => {
    const apart = tableOf([AttributesController], [{ ...NGSIV2_FACE, splitsBeforeDecoding: true }]);
    const components = ['v2', 'entities', 'E', 'attrs', 'https://a/50%'];
    const found = { resource: apart.find(components), components };
    expect(executedResource({ ...request('GET', '/v2/entities/E/attrs/x'), ...found })).toBe(
      '/v2/entities/E/attrs/https:%2F%2Fa%2F50%25',
    );
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
    ['POST', '/v2/subscriptions', ['/#']],
    ['POST', '/v2/registrations', ['/']],
    ['GET', '/v2/registrations', ['/#']],
    ['GET', '/statistics', ['/#']],
  ])('%s %s without the header touches %j', (method, path, expected) => {
    expect(executedServicePaths(request(method, path))).toEqual(expected);
    // An empty path is the same as none.
    expect(executedServicePaths(request(method, path, { servicePaths: [''] }))).toEqual(expected);
  });

  it('what is found by its id lies anywhere, whatever the header says', () => {
    for (const path of ['/v2/subscriptions/:id', '/v2/registrations/:id'])
      expect(executedServicePaths(request('GET', path, { servicePaths: ['/a'] }))).toEqual(['/#']);
  });

  it('a list is asked about as a list', () => {
    expect(executedServicePaths(request('GET', '/v2/entities', { servicePaths: ['/a', '/b/#'] }))).toEqual([
      '/a',
      '/b/#',
    ]);
  });
});
