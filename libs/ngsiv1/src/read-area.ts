import type { GeoQuery, Position } from '@smart-city/context';
import { readNode, readNodes, textMember, type PayloadNode } from './payload-reader';
import { checkingFault } from './status-code';

/**
 * The circle or polygon of a `FIWARE::Location`; undefined when there is neither, which filters nothing.
 *
 * @throws Ngsiv1Fault 400
 */
export function readArea(value: PayloadNode): GeoQuery | undefined {
  if (value.members.has('circle')) {
    const known = ['centerLatitude', 'centerLongitude', 'radius', 'inverted'];
    return readCircle(readNode(value.members.get('circle'), `${value.path}/circle`, known));
  }
  if (value.members.has('polygon'))
    return readPolygon(
      readNode(value.members.get('polygon'), `${value.path}/polygon`, ['vertices', 'inverted']),
    );
  return undefined;
}

function readCircle(circle: PayloadNode): GeoQuery {
  const position = readPosition(circle, 'centerLatitude', 'centerLongitude');
  const radius = textMember(circle, 'radius');
  if (radius === '0') throw checkingFault('Radius zero for a circle area');
  if (radius === '') throw checkingFault('Missing radius for circle area');
  const radiusM = Math.max(0, numberOf(radius));
  const geometry = { kind: 'point', position } as const;
  return isInverted(circle, 'circle')
    ? { georel: 'near', geometry, minDistanceM: radiusM }
    : { georel: 'near', geometry, maxDistanceM: radiusM };
}

function readPolygon(polygon: PayloadNode): GeoQuery {
  const positions = readNodes(polygon, 'vertices', ['latitude', 'longitude']).map((vertex) =>
    readPosition(vertex, 'latitude', 'longitude'),
  );
  const [first] = positions;
  const last = positions.at(-1);
  if (positions.length < 3 || !first || !last) throw checkingFault('too few vertices for a polygon');
  const isClosed = first[0] === last[0] && first[1] === last[1];
  return {
    georel: isInverted(polygon, 'polygon') ? 'disjoint' : 'coveredBy',
    geometry: { kind: 'polygon', positions: isClosed ? positions : [...positions, first] },
  };
}

function readPosition(from: PayloadNode, latitude: string, longitude: string): Position {
  const [lat, lon] = [numberOf(textMember(from, latitude)), numberOf(textMember(from, longitude))];
  if (Math.abs(lat) > 90) throw checkingFault('invalid value for latitude');
  if (Math.abs(lon) > 180) throw checkingFault('invalid value for longitude');
  return [lon, lat];
}

/** What is no number counts as 0. */
function numberOf(text: string): number {
  const number = Number.parseFloat(text);
  return Number.isFinite(number) ? number : 0;
}

function isInverted(from: PayloadNode, what: 'circle' | 'polygon'): boolean {
  const text = textMember(from, 'inverted');
  if (!['', 'true', 'false', '0', '1'].includes(text))
    throw checkingFault(`bad string for ${what}/inverted: /${text}/`);
  return text === 'true' || text === '1';
}
