import { isJsonObject, type JsonValue } from '@smart-city/context';
import { NGSILD_NULL } from '../entity/ngsild-null';

/**
 * Merges a value into a stored one, as RFC 7396 with NGSI-LD Null for null: members of objects are merged, removed by NGSI-LD
 * Null, and everything else is replaced whole (GS CIM 009 §5.5.12).
 */
export function mergeValue(stored: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(isJsonObject(stored) ? stored : []);
  for (const [member, value] of patch)
    if (value === NGSILD_NULL) merged.delete(member);
    else merged.set(member, mergeValue(merged.get(member), value));
  return merged;
}
