/**
 * Paths of operations that NGSIv1 lost, with the verbs they had: every verb is answered 405 there, as Orion 3.12 did.
 * Those that still have an operation name the verbs of all they ever had.
 */
export const GONE_PATHS: readonly (readonly [allow: string, paths: readonly string[]])[] = [
  [
    'POST',
    [
      '/v1/subscribeContext',
      '/ngsi10/subscribeContext',
      '/v1/updateContextSubscription',
      '/ngsi10/updateContextSubscription',
      '/v1/unsubscribeContext',
      '/ngsi10/unsubscribeContext',
      '/v1/notifyContext',
      '/ngsi10/notifyContext',
      '/v1/contextSubscriptions',
      '/ngsi10/contextSubscriptions',
      '/v1/registry/registerContext',
      '/v1/registry/discoverContextAvailability',
    ],
  ],
  ['PUT, DELETE', ['/v1/contextSubscriptions/:id', '/ngsi10/contextSubscriptions/:id']],
  [
    'POST, GET, PUT, DELETE',
    [
      '/v1/contextEntities/:id',
      '/ngsi10/contextEntities/:id',
      '/v1/contextEntities/:id/attributes',
      '/ngsi10/contextEntities/:id/attributes',
      '/v1/contextEntities/:id/attributes/:name',
      '/ngsi10/contextEntities/:id/attributes/:name',
      '/v1/contextEntities/type/:type/id/:id',
      '/v1/contextEntities/type/:type/id/:id/attributes/:name',
    ],
  ],
  [
    'POST, GET',
    [
      '/v1/contextEntities',
      '/v1/registry/contextEntities/:id',
      '/v1/registry/contextEntities/:id/attributes',
      '/v1/registry/contextEntities/:id/attributes/:name',
      '/v1/registry/contextEntityTypes/:type',
      '/v1/registry/contextEntityTypes/:type/attributes',
      '/v1/registry/contextEntityTypes/:type/attributes/:name',
      '/v1/registry/contextEntities/type/:type/id/:id',
      '/v1/registry/contextEntities/type/:type/id/:id/attributes/:name',
    ],
  ],
  [
    'GET',
    [
      '/v1/contextTypes',
      '/v1/contextTypes/:type',
      '/v1/contextEntityTypes/:type',
      '/ngsi10/contextEntityTypes/:type',
      '/v1/contextEntityTypes/:type/attributes',
      '/ngsi10/contextEntityTypes/:type/attributes',
      '/v1/contextEntityTypes/:type/attributes/:name',
      '/ngsi10/contextEntityTypes/:type/attributes/:name',
    ],
  ],
];
