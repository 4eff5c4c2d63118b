import { badRequestData } from '../ngsild-fault';
import { compileNameSelection, parseNameSelection, type NameSelection } from './name-selection';

/** One level of a scope: a letter, then letters, digits and `_`; `+` is any one level. */
const SCOPE_QUERY = /^(?:\/(?:\p{L}[\p{L}\p{N}_]*|\+))*(?:\/#)?$/u;

/**
 * Parses `scopeQ` (GS CIM 009 §4.19): `/A/B` is that scope, `+` one level, `/A/#` is A and all below it, `/#` any scope;
 * `,` and `|` are alternatives, `(/A;/B)` asks for both.
 *
 * @throws NgsiLdFault  BadRequestData
 */
export const parseScopeQuery = (text: string): NameSelection => parseNameSelection(text, 'scopeQ', readScope);

function readScope(text: string): string {
  const scope = text.startsWith('/') ? text : `/${text}`;
  if (scope === '/' || !SCOPE_QUERY.test(scope))
    throw badRequestData('Invalid scopeQ', `'${text.slice(0, 80)}' is not a scope, nor a scope with + or #`);
  return scope;
}

/** Makes the test of an entity's scopes. */
export const compileScopeQuery = (selection: NameSelection): ((scopes: readonly string[]) => boolean) =>
  compileNameSelection<readonly string[]>(selection, (pattern) => {
    const matches = scopeTest(pattern);
    return (scopes) => scopes.some(matches);
  });

/** Makes the test of one scope, against a pattern with `+` and a last `#`. */
export function scopeTest(pattern: string): (scope: string) => boolean {
  if (!/[+#]/.test(pattern)) return (scope) => scope === pattern;
  const wanted = pattern.slice(1).split('/');
  const isSubtree = wanted.at(-1) === '#';
  if (isSubtree) wanted.pop();
  return (scope) => {
    const levels = scope.slice(1).split('/');
    return (
      (isSubtree ? levels.length >= wanted.length : levels.length === wanted.length) &&
      wanted.every((level, at) => level === '+' || level === levels[at])
    );
  };
}
