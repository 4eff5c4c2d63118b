import { badRequestData, invalidRequest } from '../ngsild-fault';
import { isUri } from '../entity/uri';
import { parseLanguageRanges, type LanguageRange } from '../render/language-ranges';
import { expandedName, type ExpandName } from './ld-names';
import { checkValues } from './ld-query-limits';
import { parseProjection, projectedLevels, type Projection } from './projection';
import type { LdQueryMembers } from './query-members';

/** How entities are shown, all names stored names. Members are those of the renderer's options. */
export interface LdShowing {
  readonly format: 'normalized' | 'concise' | 'simplified';
  readonly sysAttrs: boolean;
  readonly pick?: Projection;
  readonly omit?: Projection;
  readonly attrs?: ReadonlySet<string>;
  readonly datasetIds?: ReadonlySet<string>;
  readonly lang?: readonly LanguageRange[];
  /** Of GeoJSON. */
  readonly geometryProperty?: string;
}

/** How the entities that Relationships lead to are shown, too (GS CIM 009 §4.5.23). */
export interface LdJoin {
  readonly mode: 'inline' | 'flat';
  /** How far to go; at least 1. */
  readonly levels: number;
  /** Ids that count as shown already. */
  readonly containedBy: ReadonlySet<string>;
}

const FORMATS: ReadonlyMap<string, LdShowing['format']> = new Map([
  ['normalized', 'normalized'],
  ['concise', 'concise'],
  ['simplified', 'simplified'],
  ['keyValues', 'simplified'],
]);

/**
 * Reads `format` and `options` (GS CIM 009 §6.3.7): where both choose a format, `format` wins.
 *
 * @throws NgsiLdFault  InvalidRequest for an unknown word
 */
export function parseFormat(
  format: string | undefined,
  options: string | undefined,
): Pick<LdShowing, 'format' | 'sysAttrs'> {
  let chosen: LdShowing['format'] | undefined;
  let sysAttrs = false;
  for (const word of options?.split(',') ?? []) {
    if (word === 'sysAttrs') sysAttrs = true;
    else {
      const named = FORMATS.get(word);
      if (named === undefined)
        throw invalidRequest('Invalid options', `'${word.slice(0, 80)}' is not an option of this operation`);
      chosen = named;
    }
  }
  if (format === undefined) return { format: chosen ?? 'normalized', sysAttrs };
  const named = FORMATS.get(format);
  if (named === undefined)
    throw invalidRequest('Invalid format', `'${format.slice(0, 80)}' is not a format of this operation`);
  return { format: named, sysAttrs };
}

type ShowingMembers = Pick<
  LdQueryMembers,
  'attrs' | 'pick' | 'omit' | 'datasetId' | 'lang' | 'geometryProperty' | 'join' | 'joinLevel' | 'containedBy'
>;

/** Reads what of an entity is shown. @throws NgsiLdFault  BadRequestData */
export function parseShowing(
  { attrs, pick, omit, datasetId, lang, geometryProperty }: ShowingMembers,
  expand: ExpandName,
): Omit<LdShowing, 'format' | 'sysAttrs'> {
  return {
    ...(attrs !== undefined && {
      attrs: new Set(attrs.map((name) => expandedName(name, 'attrs', expand))),
    }),
    ...(pick !== undefined && { pick: parseProjection(pick, 'pick', expand) }),
    ...(omit !== undefined && { omit: parseProjection(omit, 'omit', expand) }),
    ...(datasetId !== undefined && { datasetIds: parseDatasetIds(datasetId) }),
    ...(lang !== undefined && { lang: parseLanguageRanges(lang) }),
    ...(geometryProperty !== undefined && {
      geometryProperty: expandedName(geometryProperty, 'geometryProperty', expand),
    }),
  };
}

function parseDatasetIds(ids: readonly string[]): ReadonlySet<string> {
  for (const id of ids)
    if (id !== '@none' && !isUri(id))
      throw badRequestData('Invalid datasetId', `'${id.slice(0, 80)}' is neither a URI nor @none`);
  return new Set(ids);
}

/** Linked entities of linked entities go no further. */
const MOST_LEVELS = 10;

/**
 * Reads `join` and what belongs to it, and checks that nothing else reaches further than it does.
 *
 * @param levelsAsked  how many levels of linked entities `q` reaches into
 * @returns undefined where nothing is joined
 * @throws NgsiLdFault  BadRequestData
 */
export function parseJoin(
  { join, joinLevel, containedBy = [] }: ShowingMembers,
  { pick, omit }: Pick<LdShowing, 'pick' | 'omit'>,
  levelsAsked = 0,
): LdJoin | undefined {
  if (join !== undefined && join !== 'inline' && join !== 'flat' && join !== '@none')
    throw badRequestData('Invalid join', 'join is inline, flat or @none');
  const isJoined = join !== undefined && join !== '@none';
  if (joinLevel !== undefined && !isJoined)
    throw badRequestData('Invalid joinLevel', 'joinLevel stands only with join');
  const levels = joinLevel === undefined ? 1 : Number(joinLevel);
  if (!/^[1-9]\d*$/.test(joinLevel ?? '1') || levels > MOST_LEVELS)
    throw badRequestData('Invalid joinLevel', `joinLevel is a number from 1 to ${MOST_LEVELS}`);
  const reach = Math.max(levelsAsked, projectedLevels(pick), projectedLevels(omit));
  if (reach > (isJoined ? levels : 0))
    throw badRequestData(
      'Invalid path to a linked entity',
      isJoined
        ? `a path leads over ${reach} Relationships, and joinLevel is ${levels}`
        : 'a path into linked entities needs join',
    );
  checkValues(containedBy.length, 'containedBy');
  return isJoined ? { mode: join, levels, containedBy: new Set(containedBy) } : undefined;
}
