import {
  type GeoQuery,
  isJsonArray,
  isJsonObject,
  type JsonValue,
  NgsiError,
  type SimpleQuery,
} from '@smart-city/context';
import { hasForbiddenValueCharacter, parseGeoQuery, parseMq, parseQ } from '@smart-city/ngsiv2';
import { readNode, textMember, uncheckedText, type PayloadNode } from './payload-reader';
import { readArea } from './read-area';
import { checkingFault } from './status-code';

/** What one scope of a restriction narrows; empty for a type that is not known, which has no effect. */
export interface Scope {
  readonly q?: SimpleQuery;
  readonly mq?: SimpleQuery;
  readonly geo?: GeoQuery;
  /** `geo` is a circle or polygon of `FIWARE::Location`. */
  readonly isArea?: boolean;
  /** Only entities with a type, or only those without one. */
  readonly entityType?: 'some' | 'none';
  /** A filter that does not work and is left out: what it was, and why. */
  readonly ignored?: string;
}

export const SCOPE_MEMBERS: readonly string[] = ['type', 'value'];

const STRING_QUERY = 'FIWARE::StringQuery';
const METADATA_QUERY = 'FIWARE::StringQuery::Metadata';
const NGSIV2_LOCATION = 'FIWARE::Location::NGSIv2';
const AREAS: readonly string[] = ['FIWARE::Location', 'FIWARE_Location'];

/** @throws Ngsiv1Fault 400 */
export function readScope(scope: PayloadNode): Scope {
  const type = textMember(scope, 'type');
  const value = scope.members.get('value') ?? '';
  if (type === '') throw checkingFault('Empty type in restriction scope');
  if (value === '') throw checkingFault('Empty value in restriction scope');
  if (AREAS.includes(type)) {
    const geo = readArea(readNode(value, `${scope.path}/value`, ['circle', 'polygon']));
    return geo ? { geo, isArea: true } : {};
  }
  if (type === NGSIV2_LOCATION)
    return readGeo(readNode(value, `${scope.path}/value`, ['georel', 'geometry', 'coords']));
  const text = uncheckedText(scope, 'value');
  if (type === STRING_QUERY || type === METADATA_QUERY) return readStringQuery(type, text);
  if (hasForbiddenValueCharacter(text)) throw checkingFault('illegal chars in scope');
  if (text !== 'entity::type') return {};
  if (type === 'FIWARE::Filter::Existence') return { entityType: 'some' };
  return type === 'FIWARE::Filter::Not::Existence' ? { entityType: 'none' } : {};
}

/** One that cannot be parsed filters nothing, as in the original. */
function readStringQuery(type: string, text: string): Scope {
  try {
    return type === STRING_QUERY ? { q: parseQ(text) } : { mq: parseMq(text) };
  } catch (error) {
    if (error instanceof NgsiError) return { ignored: `${type} /${text}/: ${error.message}` };
    throw error;
  }
}

const GEOMETRIES: readonly string[] = ['point', 'line', 'box', 'polygon'];
const GEORELS: readonly string[] = ['near', 'coveredBy', 'intersects', 'equals', 'disjoint'];

/** `georel` and `coords` are arrays; anything else, or a relation that is not known, filters nothing. */
function readGeo({ members }: PayloadNode): Scope {
  const georel = texts(members.get('georel'));
  const relation = georel.find((item) => GEORELS.includes(item));
  const geometry = members.get('geometry');
  const coords = positions(members.get('coords'));
  if (typeof geometry !== 'string' || !GEOMETRIES.includes(geometry))
    return { ignored: `${NGSIV2_LOCATION}: no geometry` };
  if (geometry === 'line' && coords.length < 2) throw notSupported('not enough points for a line');
  if (geometry === 'polygon' && coords.length < 4) throw notSupported('not enough vertices for a polygon');
  if (relation === undefined) return { ignored: `${NGSIV2_LOCATION}: no list with a known georel` };
  if (coords.length === 0) return { ignored: `${NGSIV2_LOCATION}: no list of coordinates` };
  try {
    return { geo: parseGeoQuery(georel.join(';'), geometry, coords.join(';')) };
  } catch (error) {
    if (error instanceof NgsiError) throw notSupported(error.message);
    throw error;
  }
}

const notSupported = (why: string) => checkingFault(`Query not supported: ${why}`);

const texts = (value: JsonValue | undefined): readonly string[] =>
  isJsonArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** `lat,lon` of each pair. */
const positions = (value: JsonValue | undefined): readonly string[] =>
  isJsonArray(value) && !isJsonObject(value) ? value.map((item) => texts(item).join(',')) : [];
