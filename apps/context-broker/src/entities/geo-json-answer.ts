import { GEO_JSON } from '../http/accept';
import { Answer, listAnswer } from '../http/answer';

/** One entity that was rendered as a Feature (RFC 7946). */
export const feature = (json: string): Answer => new Answer(200, json, [], GEO_JSON);

/** @param features  a JSON list @param count  of all that match, when it was asked for */
export const featureCollection = (features: string, count: number | undefined): Answer =>
  listAnswer(`{"type":"FeatureCollection","features":${features}}`, count, GEO_JSON);
