import type { Document } from 'mongodb';

/** All clauses: in one document where no key repeats, else under `$and`. */
export function conjunction(clauses: readonly Document[]): Document {
  const keys = clauses.flatMap((clause) => Object.keys(clause));
  return new Set(keys).size === keys.length
    ? (Object.assign({}, ...clauses) as Document)
    : { $and: [...clauses] };
}
