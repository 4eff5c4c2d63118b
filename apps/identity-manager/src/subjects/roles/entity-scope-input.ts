import { ENTITY_SCOPE_MEMBERS, ENTITY_VERBS, type EntityScope, type EntityVerb } from '@smart-city/authz';
import { Invalid } from '../../faults/faults';
import { patternFault } from '../decisions/permission';

const MOST_NAMES = 100;
const LONGEST_PATTERN = 1_024;
const MEMBERS: ReadonlySet<string> = new Set(ENTITY_SCOPE_MEMBERS);
/** As a context broker takes names: ASCII without blanks and what has a meaning in addresses. */
const NAME = /^[!$%*+,.0-:@-~-]{1,256}$/;
const SERVICE_PATH = /^(?:\/|\/#|(?:\/\w{1,50}){1,10}(?:\/#)?)$/;
const VERBS: ReadonlySet<string> = new Set(ENTITY_VERBS);

/**
 * Reads the member `entities` of a permission. What is not understood is refused, not left out: a permission would else
 * cover more than its author meant.
 *
 * @throws Invalid
 */
export function readEntityScope(sent: unknown): EntityScope {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new Invalid('entities', 'object');
  const given = new Map<string, unknown>(Object.entries(sent));
  for (const name of given.keys()) if (!MEMBERS.has(name)) throw unreadable(name);
  const verbs = list(given, 'verbs', (verb) => VERBS.has(verb));
  if (verbs === undefined) throw unreadable('verbs');
  const [types, ids, attrs] = (['types', 'ids', 'attrs'] as const).map((name) =>
    list(given, name, (text) => NAME.test(text)),
  );
  const paths = list(given, 'service_paths', (path) => SERVICE_PATH.test(path));
  const pattern = readPattern(given.get('id_pattern'));
  return {
    verbs: verbs as readonly EntityVerb[],
    ...(types && { types }),
    ...(ids && { ids }),
    ...(pattern !== undefined && { id_pattern: pattern }),
    ...(attrs && { attrs }),
    ...(paths && { service_paths: paths }),
  };
}

const unreadable = (member: string) => new Invalid('entities', 'entities', { member });

/** An empty list would cover nothing, which nobody means. */
function list(
  given: ReadonlyMap<string, unknown>,
  name: string,
  isGood: (text: string) => boolean,
): readonly string[] | undefined {
  const sent = given.get(name);
  if (sent === undefined) return undefined;
  const isList = Array.isArray(sent) && sent.length > 0 && sent.length <= MOST_NAMES;
  if (!isList || !sent.every((item) => typeof item === 'string' && isGood(item))) throw unreadable(name);
  return [...new Set(sent as readonly string[])];
}

function readPattern(sent: unknown): string | undefined {
  if (sent === undefined) return undefined;
  if (typeof sent !== 'string' || sent === '' || sent.length > LONGEST_PATTERN)
    throw unreadable('id_pattern');
  const fault = patternFault(sent);
  if (fault !== undefined)
    throw new Invalid('entities', fault === 'large' ? 'largePattern' : 'pattern', { member: 'id_pattern' });
  return sent;
}
