import { AnyObject, OneOf, Text } from '../../openapi/described';

/** Members that a PATCH changed, by their names on the wire. */
export type Changes = Readonly<Record<string, unknown>>;

const same = (left: unknown, right: unknown) =>
  left === right || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right));

/** The body of a PATCH that changed something. */
export class Changed {
  @AnyObject({ description: 'The members that changed.' }) values_updated!: Changes;
}

/** The body of a PATCH that changed nothing. */
export class Unchanged {
  @Text() message!: string;
  @OneOf([200]) code!: number;
  @OneOf(['OK']) title!: string;
}

/** What differs between two renderings of one thing. */
export function changesBetween(before: object, after: object): Changes {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !same(value, was.get(name))));
}

/** The body of a PATCH: what changed, or that nothing did. */
export const renderChanges = (what: string, changes: Changes): Changed | Unchanged =>
  Object.keys(changes).length > 0
    ? { values_updated: changes }
    : { message: `Request don't change the ${what} parameters`, code: 200, title: 'OK' };
