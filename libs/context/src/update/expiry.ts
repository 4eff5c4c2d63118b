import type { Attribute, AttributeMap, Entity } from '../model/entity';
import { renderDateTime } from '../values/date-time';
import { DATE_EXPIRES } from './expiration';

/**
 * The end of an entity is its attribute `dateExpires`, which NGSIv2 reads and writes; NGSI-LD shows it as `expiresAt` and no
 * attribute. An attribute that NGSI-LD itself calls `dateExpires` has a kind, and ends nothing.
 */
export const isExpiry = (name: string, { kind }: Attribute): boolean =>
  name === DATE_EXPIRES && kind === undefined;

/** Text of the time at which the entity ends, as it was given; undefined of one that stays. */
export function expiresAtOf({ attrs, expiresAtMs }: Entity): string | undefined {
  if (expiresAtMs === undefined) return undefined;
  const attribute = attrs.get(DATE_EXPIRES);
  const text = attribute !== undefined && isExpiry(DATE_EXPIRES, attribute) ? attribute.text : undefined;
  return text ?? renderDateTime(expiresAtMs / 1000);
}

/** Milliseconds since the epoch of a DateTime of NGSI-LD; a comma may stand before its fraction. */
export const endOfText = (text: string): number => Date.parse(text.replace(',', '.'));

/** The attributes of an entity without the one that is its end. */
export function withoutExpiry(attrs: AttributeMap): AttributeMap {
  const attribute = attrs.get(DATE_EXPIRES);
  if (attribute === undefined || !isExpiry(DATE_EXPIRES, attribute)) return attrs;
  return new Map([...attrs].filter(([name]) => name !== DATE_EXPIRES));
}

/** The attributes with the end that `expiresAt` says, and with no other. */
export function withExpiry(
  attrs: AttributeMap,
  expiresAt: string | undefined,
  before: Entity | undefined,
  nowSeconds: number,
): AttributeMap {
  const others = withoutExpiry(attrs);
  if (expiresAt === undefined || others.has(DATE_EXPIRES)) return others;
  return new Map([
    ...others,
    [DATE_EXPIRES, expiryOf(expiresAt, before?.attrs.get(DATE_EXPIRES), nowSeconds)],
  ]);
}

function expiryOf(text: string, stored: Attribute | undefined, nowSeconds: number): Attribute {
  const endMs = endOfText(text);
  if (
    stored !== undefined &&
    isExpiry(DATE_EXPIRES, stored) &&
    Math.round(Number(stored.value) * 1000) === endMs
  )
    return stored;
  return {
    type: 'DateTime',
    value: endMs / 1000,
    text,
    metadata: new Map(),
    creDate: stored?.creDate ?? nowSeconds,
    modDate: nowSeconds,
  };
}
