import { BatchController } from '../../faces/ngsiv2/batch/batch.controller';
import { FilteredEntitiesController } from '../../faces/ngsiv2/by-filter/filtered-entities.controller';
import { EntitiesController } from '../../faces/ngsiv2/entities/entities.controller';
import { parseUrlParameters } from '../../faces/ngsiv2/url-parameters';
import { NO_PARAMETERS } from '../../http/url-parameters';
import { routeOf, tableOf } from '../../http/table-of.contract';
import { LogController } from './log.controller';
import { RequestCounters } from './request-counters';

const routes = tableOf([EntitiesController, FilteredEntitiesController, BatchController, LogController]);
routes.addAlias('/log/traceLevel', '/log/trace');

const counters = () => new RequestCounters(routes);
const request = (method: string, path: string, contentType?: string) => ({
  method,
  ...routeOf(routes, method, path),
  parameters: NO_PARAMETERS,
  contentLength: contentType === undefined ? 0 : 2,
  contentType,
  isLeftOut: false,
});
const countsOf = ({
  jsonRequests,
  textRequests,
  noPayloadRequests,
  missedVerb,
  invalidRequests,
}: RequestCounters) => ({
  jsonRequests,
  textRequests,
  noPayloadRequests,
  missedVerb,
  invalidRequests,
});
const none = { jsonRequests: 0, textRequests: 0, noPayloadRequests: 0, missedVerb: 0, invalidRequests: 0 };

describe('what /statistics counts (docs/behaviour/ngsiv1.md, "Counters")', () => {
  it('leaves out what was refused while the payload was read or checked', () => {
    const counted = counters();
    for (const contentType of ['application/json', 'text/plain']) {
      const update = request('POST', '/v2/op/query', contentType);
      counted.arrived(update);
      counted.answered({ ...update, isLeftOut: true });
    }
    expect(countsOf(counted)).toEqual(none);
    counted.arrived(request('POST', '/v2/op/query', 'application/json'));
    expect(countsOf(counted)).toEqual({ ...none, jsonRequests: 1 });
  });

  it('counts what changes a selection in a row of its own, which the original does not have', () => {
    const counted = counters();
    counted.arrived({ ...request('PATCH', '/v2/entities'), parameters: parseUrlParameters('limit=9') });
    expect(countsOf(counted)).toEqual({ ...none, noPayloadRequests: 1 });
    expect(counted.requests('/v2/entities?limit', 'PATCH')).toBe(1);
    expect([...routes.statistics().get('/v2/entities')!]).toEqual(['GET', 'POST']);
  });

  it.each([
    ['PUT', '/v2/entities', 'missedVerb'],
    ['PATCH', '/v2/entities', 'missedVerb'],
    ['OPTIONS', '/log/trace', 'missedVerb'],
    ['GET', '/nothing', 'invalidRequests'],
    ['PUT', '/v2/op/notify', 'invalidRequests'],
  ])('%s %s is told as %s', (method, path, counter) => {
    const counted = counters();
    counted.arrived(request(method, path));
    expect(countsOf(counted)).toEqual({ ...none, noPayloadRequests: 1, [counter]: 1 });
  });

  it('counts preflights in their row, but not those that are answered as unknown', () => {
    const counted = counters();
    counted.arrived(request('OPTIONS', '/v2/entities'));
    counted.arrived(request('OPTIONS', '/v2/op/notify'));
    expect(countsOf(counted)).toEqual({ ...none, noPayloadRequests: 2, invalidRequests: 1 });
  });

  it('counts an old path with the one of today', () => {
    const counted = counters();
    counted.arrived(request('GET', '/log/traceLevel'));
    expect(countsOf(counted)).toEqual({ ...none, noPayloadRequests: 1 });
    expect(routes.list()).not.toContainEqual({ verb: 'GET', path: '/log/traceLevel' });
  });
});
