export type * from './json/json-value';
export type * from './model/entity';
export type * from './model/entity-update';
export * from './errors';
export type * from './query/simple-query';
export type * from './query/geo-query';
export type * from './query/entity-query';
