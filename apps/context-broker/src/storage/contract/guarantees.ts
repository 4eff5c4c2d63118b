/**
 * What a contract case may take of a database beyond keeping documents. MongoDB and the embedded store give all of it;
 * servers that speak MongoDB's protocol may lack some, and then leave out just the cases that say they need it.
 */
export const guarantees = {
  geo: 'spherical geometry: $geoIntersects, $geoWithin, $nearSphere',
  'text-only-regex': '$regex matches text and nothing else',
  'paths-into-arrays': 'a path into a list of objects does not find members that no item has',
  'in-by-item': '$in looks at the items of a list, not into lists inside it',
  'reads-make-nothing': 'reading a database that is not there does not make it',
  'list-order': 'lists are ordered by their smallest item, an empty one before null',
  'random-queries': 'any query is answered as the in-memory model answers it',
  'atomic-upsert': 'of two upserts of one key at a time one inserts and the other updates',
} as const;

export type Guarantee = keyof typeof guarantees;

const isGuarantee = (name: string): name is Guarantee => Object.hasOwn(guarantees, name);

/**
 * Reads a list of guarantees divided by commas, as `MONGODB_LACKS` has it.
 *
 * @throws Error on a name that is none, so that a misspelt one does not run (or leave out) what it should not
 */
export function readGuarantees(text: string): ReadonlySet<Guarantee> {
  const names = text.split(',').filter((name) => name !== '');
  const unknown = names.filter((name) => !isGuarantee(name));
  if (unknown.length > 0)
    throw new Error(`no guarantee: ${unknown.join(', ')} (known: ${Object.keys(guarantees).join(', ')})`);
  return new Set(names.filter(isGuarantee));
}
