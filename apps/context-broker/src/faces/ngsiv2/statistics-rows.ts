import type { FaceStatistics } from '../../http/face';

/** Rows that Orion's `/statistics` has, in its order. */
export const NGSIV2_ROWS: FaceStatistics = {
  first: [
    '/v2/entities',
    '/v2/entities/{id}[/attrs]',
    '/v2/entities/{id}/attrs/{name}',
    '/v2/entities/{id}/attrs/{name}/value',
    '/v2/types',
    '/v2/types/{type}',
    '/v2/subscriptions',
    '/v2/subscriptions/{id}',
    '/v2/registrations',
    '/v2/registrations/{id}',
    '/v2/op/query',
    '/v2/op/update',
    '/v2/op/notify',
  ],
  last: ['/v2'],
  countedOnly: [['/v2/registrations/{id}', 'PATCH']],
};
