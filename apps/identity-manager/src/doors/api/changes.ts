/** Members that a PATCH changed, by their names on the wire. */
export type Changes = Readonly<Record<string, unknown>>;

const same = (left: unknown, right: unknown) =>
  left === right || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right));

/** What differs between two renderings of one thing. */
export function changesBetween(before: Changes, after: Changes): Changes {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !same(value, before[name])));
}

/** The body of a PATCH: what changed, or that nothing did. */
export const renderChanges = (what: string, changes: Changes) =>
  Object.keys(changes).length > 0
    ? { values_updated: changes }
    : { message: `Request don't change the ${what} parameters`, code: 200, title: 'OK' };
