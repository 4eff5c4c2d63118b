export * from './free-port';
export * from './service-process';
export * from './shell-script';
export * from './arbitraries/json-arbitrary';
export * from './arbitraries/geo-arbitrary';
export * from './arbitraries/entity-arbitrary';
export * from './arbitraries/simple-query-arbitrary';
export * from './arbitraries/entity-query-arbitrary';
