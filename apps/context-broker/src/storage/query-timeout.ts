import { NgsiError } from '@smart-city/context';

/** A query that took longer than `-queryTimeout`. Nothing is wrong with the database. */
export const queryTookTooLong = (timeoutMs: number): NgsiError =>
  new NgsiError('GatewayTimeout', `the query took longer than ${timeoutMs} milliseconds`);
