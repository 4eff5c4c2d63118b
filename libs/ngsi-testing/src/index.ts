export * from './arbitraries/json-arbitrary';
export * from './arbitraries/geo-arbitrary';
export * from './arbitraries/entity-arbitrary';
export * from './arbitraries/simple-query-arbitrary';
export * from './arbitraries/entity-query-arbitrary';
export * from './plain-json';
export * from './oracles/render-geo-query';
export * from './oracles/render-simple-query';
