import type { TransactionIds } from '@smart-city/logging';
import type { RouteTable } from './route-table';

/** What every request needs from the running broker; made once. */
export interface RequestFactory {
  readonly routes: RouteTable;
  readonly multiservice: boolean;
  /** Every answer about one entity has its tag. */
  readonly tagsAll: boolean;
  /** Every `q` and `mq` is in the extended language. */
  readonly extendedQuery: boolean;
  /** Those that are served beside the default one; undefined: all. */
  readonly tenants: ReadonlySet<string> | undefined;
  /** Where callers' tokens may go; undefined without enforcement: everywhere. */
  readonly tokenHosts: { has(host: string, port: number): boolean } | undefined;
  readonly nextCorrelator: () => string;
  readonly transactions: TransactionIds;
}
