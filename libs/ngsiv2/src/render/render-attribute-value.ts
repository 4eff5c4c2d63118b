import {
  type Attribute,
  isDateTimeType,
  NgsiError,
  renderDateTime,
  renderJson,
  renderValueNumber,
} from '@smart-city/context';

export type ValueMediaType = 'application/json' | 'text/plain';

export interface RenderedValue {
  readonly contentType: ValueMediaType;
  readonly body: string;
}

/**
 * Writes the body of `GET …/attrs/{name}/value`.
 *
 * @param accepted  the media types the client takes, best first; both for a client that takes anything
 * @throws NotAcceptable  `accepted MIME types: …`
 */
export function renderAttributeValue(
  attribute: Attribute,
  accepted: readonly ValueMediaType[],
): RenderedValue {
  const { type, value } = attribute;
  if (typeof value === 'object' && value !== null) {
    const contentType = accepted[0];
    if (contentType === undefined) throw notAcceptable('application/json, text/plain');
    return { contentType, body: renderJson(value) };
  }
  if (!accepted.includes('text/plain')) throw notAcceptable('text/plain');
  return { contentType: 'text/plain', body: renderText(type, value, accepted.includes('application/json')) };
}

const notAcceptable = (types: string) => new NgsiError('NotAcceptable', `accepted MIME types: ${types}`);

/** A string stands between quotes but is not escaped; a date is ISO text only for clients that take no JSON. */
function renderText(type: string, value: string | number | boolean | null, takesJson: boolean): string {
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value !== 'number') return String(value);
  return isDateTimeType(type) && !takesJson ? renderDateTime(value) : renderValueNumber(value);
}
