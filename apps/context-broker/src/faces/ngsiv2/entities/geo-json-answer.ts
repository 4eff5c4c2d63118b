import { GEO_JSON } from '../../../http/accept';
import { Answer, listAnswer } from '../../../http/answer';
import type { ShownAs } from '../../../core/entities/representation';

/** One entity that was rendered as a Feature (RFC 7946). */
export const feature = (json: string): Answer => new Answer(200, json, [], GEO_JSON);

/**
 * A page of entities, as a FeatureCollection where they were rendered as Features.
 *
 * @param json  a list @param count  of all that match, when it was asked for
 */
export const pageAnswer = ({ representation }: ShownAs, json: string, count: number | undefined): Answer =>
  representation === 'feature'
    ? listAnswer(`{"type":"FeatureCollection","features":${json}}`, count, GEO_JSON)
    : listAnswer(json, count);
