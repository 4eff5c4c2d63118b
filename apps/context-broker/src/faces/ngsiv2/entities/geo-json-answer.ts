import { GEO_JSON } from '../../../http/accept';
import { Answer, countHeaders, listAnswer } from '../../../http/answer';
import { PartsAnswer } from '../../../http/parts-answer';
import type { EntityListing } from '../../../storage/rendered-list';
import type { ShownAs } from '../../../core/entities/representation';

/** One entity that was rendered as a Feature (RFC 7946). */
export const feature = (json: string): Answer => new Answer(200, json, [], GEO_JSON);

/**
 * A page of entities, as a FeatureCollection where they were rendered as Features.
 *
 * @param listing  where it is large, the answer is sent in parts, as they are read @param count  of all that match, when it was asked for
 */
export function pageAnswer(
  { representation }: ShownAs,
  { json, more }: Pick<EntityListing, 'json' | 'more'>,
  count: number | undefined,
): Answer {
  const around = representation === 'feature' ? COLLECTION : NOTHING;
  const type = representation === 'feature' ? GEO_JSON : undefined;
  if (more === undefined) return listAnswer(`${around.before}${json}${around.after}`, count, type);
  return new PartsAnswer({ json, more }, around, countHeaders(count), type);
}

const COLLECTION = { before: '{"type":"FeatureCollection","features":', after: '}' };
const NOTHING = { before: '', after: '' };
