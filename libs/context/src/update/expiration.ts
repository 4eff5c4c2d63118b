import { ContextFault } from '../faults';
import type { Attribute } from '../model/entity';
import { isDateTimeType } from '../values/date-time';

/** Name of the attribute that makes an entity transient. */
export const DATE_EXPIRES = 'dateExpires';

/**
 * When the entity ends after `dateExpires` was written; null changes nothing, and a text (only NGSIv1 leaves a date one)
 * ends nothing.
 *
 * @throws ContextFault  `expiryNotADate`: the attribute is not a DateTime
 */
export function expirationAfter(current: number | undefined, { type, value }: Attribute): number | undefined {
  if (isDateTimeType(type) && typeof value === 'string') return undefined;
  if (!isDateTimeType(type) || (typeof value !== 'number' && value !== null)) {
    throw new ContextFault('expiryNotADate', {});
  }
  return value === null ? current : Math.round(value * 1000);
}
