import {
  AGGREGATE_FUNCTIONS,
  type AggregateQuery,
  type AggregateTerm,
  badRequest,
  type GroupKey,
} from '@smart-city/context';

const MOST_TERMS = 20;
const MOST_KEYS = 3;
const SMALLEST_CELL = 0.0001;
const MOST_ZOOM = 20;

/**
 * Parses `aggregate` and `groupBy`.
 *
 *     aggregate := term ("," term)*
 *     term      := "count" | ("sum" | "avg" | "min" | "max" | "distinct") ":" attribute
 *     groupBy   := key ("," key)*
 *     key       := "type" | "geo:cell:" degrees | "geo:zoom:" integer | attribute
 *
 * @throws BadRequest
 */
export function parseAggregate(aggregate: string, groupBy: string | undefined): AggregateQuery {
  const terms = split(aggregate, 'aggregate', MOST_TERMS).map(parseTerm);
  const keys = groupBy === undefined ? [] : split(groupBy, 'groupBy', MOST_KEYS).map(parseKey);
  if (keys.filter(({ by }) => by === 'cell').length > 1)
    throw badRequest('groupBy takes one grid of cells only');
  return { terms, groupBy: keys };
}

function split(text: string, parameter: string, most: number): readonly string[] {
  const items = [...new Set(text.split(','))];
  if (items.length > most) throw badRequest(`too many items in ${parameter}, max supported: ${most}`);
  if (items.includes('')) throw badRequest(`empty item in ${parameter}`);
  return items;
}

function parseTerm(text: string): AggregateTerm {
  if (text === 'count') return { kind: 'count' };
  const colon = text.indexOf(':');
  const kind = AGGREGATE_FUNCTIONS.find((name) => name === text.slice(0, Math.max(colon, 0)));
  if (kind === undefined)
    throw badRequest(
      `invalid aggregate: /${text}/ [must be count, or one of ${AGGREGATE_FUNCTIONS.join(', ')} with an attribute, such as avg:temperature]`,
    );
  return { kind, attribute: checkedName(text.slice(colon + 1), 'aggregate') };
}

function parseKey(text: string): GroupKey {
  if (text === 'type') return { by: 'type' };
  if (!text.startsWith('geo:')) return { by: 'attribute', name: checkedName(text, 'groupBy') };
  const [, unit, number = ''] = text.split(':', 3);
  if (unit === 'cell' && text.split(':').length === 3) {
    const degrees = /^\d+(?:\.\d+)?$/.test(number) ? Number(number) : NaN;
    if (degrees >= SMALLEST_CELL && degrees <= 180) return { by: 'cell', degrees };
  }
  if (
    unit === 'zoom' &&
    text.split(':').length === 3 &&
    /^\d{1,2}$/.test(number) &&
    Number(number) <= MOST_ZOOM
  )
    return { by: 'cell', degrees: 360 / 2 ** Number(number) };
  throw badRequest(
    `invalid groupBy: /${text}/ [geo:cell: takes degrees, ${SMALLEST_CELL} to 180, geo:zoom: 0 to ${MOST_ZOOM}]`,
  );
}

/** Where the original's database computes, a name with a dollar in front is a variable of its own. */
function checkedName(name: string, parameter: string): string {
  if (name === '' || name.startsWith('$')) throw badRequest(`invalid attribute name in ${parameter}`);
  return name;
}
