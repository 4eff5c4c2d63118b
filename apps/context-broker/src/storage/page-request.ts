/** One page of a list in the order of ids; of exactly one service path when it is given. */
export interface PageRequest {
  readonly servicePath?: string;
  readonly limit: number;
  readonly offset: number;
  /**
   * The page begins behind this id ('': at the first one), and is answered with the id of its last entry where it is full;
   * `offset` is 0 then.
   */
  readonly after?: string;
}

/** Where the page behind this one begins; undefined for the last page, and for whoever does not page so. */
export const nextAfter = (
  entries: readonly { readonly id: string }[],
  { after, limit }: PageRequest,
): { readonly next?: string } =>
  after !== undefined && limit > 0 && entries.length >= limit ? { next: entries.at(-1)!.id } : {};
