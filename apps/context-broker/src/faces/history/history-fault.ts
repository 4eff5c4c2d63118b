/** A request that a reading interface of history refuses; each tells it in its own way. */
export class HistoryFault extends Error {
  /**
   * @param status  HTTP status
   * @param keys    names of the parameters or header fields that are wrong
   */
  constructor(
    readonly status: number,
    description: string,
    readonly source: 'query' | 'headers' | 'params' = 'query',
    readonly keys: readonly string[] = [],
  ) {
    super(description);
    this.name = 'HistoryFault';
  }
}
