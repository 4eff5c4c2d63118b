/** Media types that the interface answers with, in the order of the server (GS CIM 009 §6.3.4). */
export const JSON_MEDIA_TYPE = 'application/json';
export const LD_TYPE = 'application/ld+json';
export const GEO_TYPE = 'application/geo+json';

export type LdMediaType = typeof JSON_MEDIA_TYPE | typeof LD_TYPE | typeof GEO_TYPE;

const WHOLE: readonly LdMediaType[] = [JSON_MEDIA_TYPE, LD_TYPE];
const WITH_GEO: readonly LdMediaType[] = [JSON_MEDIA_TYPE, LD_TYPE, GEO_TYPE];

interface Range {
  readonly type: string;
  readonly quality: number;
}

/** Ranges that one header may have; further ones are not looked at. */
const MAX_RANGES = 50;

/**
 * Chooses the type of an answer: of those that the client takes, the first in the order of the server. A client that prefers none
 * of the ranges that are given for a type gets the most exact one.
 *
 * @param header   undefined for none
 * @param showsGeo the operation can answer with GeoJSON
 * @returns undefined where the client takes none of them
 */
export function negotiate(header: string | undefined, showsGeo: boolean): LdMediaType | undefined {
  if (header === undefined || header === '' || header === '*/*' || header === JSON_MEDIA_TYPE)
    return JSON_MEDIA_TYPE;
  const ranges = header.split(',', MAX_RANGES).map(readRange);
  const named = (showsGeo ? WITH_GEO : WHOLE).filter((type) => qualityOf(type, ranges) > 0);
  return named[0];
}

function readRange(item: string): Range {
  const [type = '', ...parameters] = item.split(';');
  const weight = parameters
    .map((parameter) => /^\s*q\s*=\s*(\d(?:\.\d*)?)\s*$/i.exec(parameter)?.[1])
    .find(Boolean);
  return { type: type.trim().toLowerCase(), quality: weight === undefined ? 1 : Number(weight) };
}

/** The quality of the most exact range that has the type; GeoJSON is given to those only who name it. */
function qualityOf(type: LdMediaType, ranges: readonly Range[]): number {
  const names = type === GEO_TYPE ? [type] : [type, 'application/*', '*/*'];
  for (const name of names) {
    const range = ranges.find((one) => one.type === name);
    if (range !== undefined) return range.quality;
  }
  return 0;
}
