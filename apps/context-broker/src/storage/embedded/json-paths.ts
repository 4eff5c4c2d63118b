import type { QueryTarget } from '@smart-city/context';

/** Where a target is in `doc`, and the shorter paths at which an array would have to be searched. */
export function jsonPaths(target: Exclude<QueryTarget, { kind: 'entityBuiltin' }>): {
  path: string;
  mayBeArray: readonly string[];
} {
  switch (target.kind) {
    case 'attributeBuiltin':
      return {
        path: `${attributeJsonPath(target.attribute)}.${target.name === 'dateCreated' ? 'c' : 'd'}`,
        mayBeArray: [],
      };
    case 'metadata':
      return valuePaths(`${attributeJsonPath(target.attribute)}.m.${label(target.name)}.v`, target.path);
    case 'attribute':
      return valuePaths(`${attributeJsonPath(target.name)}.v`, target.path);
  }
}

function valuePaths(
  value: string,
  inner: readonly string[],
): { path: string; mayBeArray: readonly string[] } {
  const prefixes = inner.map((_, length) => [value, ...inner.slice(0, length).map(label)].join('.'));
  return { path: [value, ...inner.map(label)].join('.'), mayBeArray: prefixes };
}

/** A name in a JSON path. Inside quotes only the escapes of JSON count, so no name can leave them. */
const label = (name: string) => JSON.stringify(name);

/** The path of an attribute in `doc`. */
export const attributeJsonPath = (name: string) => `$.${label(name)}`;
