import { hasIgnoreType, type AttributeInput, type EntityUpdate } from '@smart-city/context';

const TYPES: ReadonlySet<string> = new Set(['geo:point', 'geo:line', 'geo:box', 'geo:polygon']);

/** Whether a location type is one of those that `geo:json` has replaced. */
export const isOldLocationType = (type: string): boolean => TYPES.has(type);

const NONE: readonly AttributeInput[] = [];

/** The attributes that an update gives such a location: of most updates none. */
export function oldLocationsIn({ action, attrs }: EntityUpdate): readonly AttributeInput[] {
  if (action === 'delete' || !attrs.some(isOldLocation)) return NONE;
  return attrs.filter(isOldLocation);
}

const isOldLocation = ({ type, value, metadata }: AttributeInput): boolean =>
  type !== undefined && TYPES.has(type) && value !== null && !hasIgnoreType(metadata);
