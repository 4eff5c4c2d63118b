import { badRequest, shortName, type QueryTarget, type Statement } from '@smart-city/context';

export type QueryLanguage = 'q' | 'mq';

/** Names in a path, more than any value has levels: what a store is asked grows with the square of them. */
export const MOST_PATH_NAMES = 60;

/**
 * What the left side names: `A.k` in `q`, `A.m.k` in `mq`. Builtins of entities are compared only.
 *
 * @throws BadRequest  more names than {@link MOST_PATH_NAMES}
 */
export function parseTarget(
  parts: readonly string[],
  language: QueryLanguage,
  isCompared: boolean,
): QueryTarget {
  if (parts.length > MOST_PATH_NAMES)
    throw badRequest(`${language}: a path has too many names, max supported: ${MOST_PATH_NAMES}`);
  if (language === 'mq') return metadataTarget(parts);
  return (isCompared ? builtinTarget(parts) : undefined) ?? attributeTarget(parts);
}

/** Splits at the dots outside quotes and drops the quotes. A full name of NGSI-LD's default context stands for the short one. */
export function splitPath(name: string): string[] {
  const parts: string[] = [];
  let quoted = false;
  let part = '';
  for (const char of name) {
    if (char === "'") quoted = !quoted;
    else if (char === '.' && !quoted) {
      parts.push(shortName(part));
      part = '';
    } else part += char;
  }
  parts.push(shortName(part));
  return parts;
}

/** In a unary statement a quote may stand at either end, after a dot or before a dot. */
export function hasMisplacedQuote(text: string): boolean {
  for (let index = 1; index < text.length; index++) {
    if (text[index] !== "'") continue;
    const next = text[index + 1];
    if (text[index - 1] !== '.' && next !== '.' && next !== undefined) return true;
  }
  return false;
}

/** `A.` names the attribute itself. */
const pathOf = (parts: readonly string[]): readonly string[] =>
  parts.length === 1 && parts[0] === '' ? [] : parts;

const attributeTarget = ([name = '', ...path]: readonly string[]): QueryTarget => ({
  kind: 'attribute',
  name,
  path: pathOf(path),
});

function builtinTarget(parts: readonly string[]): QueryTarget | undefined {
  const [name] = parts;
  if (parts.length !== 1) return undefined;
  return name === 'dateCreated' || name === 'dateModified' || name === 'servicePath'
    ? { kind: 'entityBuiltin', name }
    : undefined;
}

function metadataTarget([attribute = '', name = '', ...rest]: readonly string[]): QueryTarget {
  const path = pathOf(rest);
  if (path.length === 0 && (name === 'dateCreated' || name === 'dateModified')) {
    return { kind: 'attributeBuiltin', attribute, name };
  }
  return { kind: 'metadata', attribute, name, path };
}

/** @throws BadRequest */
export function checkMetadataNames({ target }: Statement): void {
  if (target.kind !== 'metadata' && target.kind !== 'attributeBuiltin') return;
  if (target.attribute === '') throw badRequest('no attribute name - not valid for metadata filters');
  if (target.name === '') throw badRequest('no metadata name - not valid for metadata filters');
}
