import { NgsiError } from '@smart-city/context';

/** The database does not know an operator of the query: not every one has geographical queries. */
export class UnsupportedQuery extends NgsiError {}
