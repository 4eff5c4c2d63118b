/** One page of a list in the order of ids; of exactly one service path when it is given. */
export interface PageRequest {
  readonly servicePath?: string;
  readonly limit: number;
  readonly offset: number;
}
