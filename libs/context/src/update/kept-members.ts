import { isKind } from '../model/attribute-kind';
import type { Attribute, NgsiLdMembers } from '../model/entity';
import { holds, kindOf } from '../model/kind-of';
import type { JsonValue } from '../json/json-value';
import { isLocationType } from '../values/location';
import { valuesEqual } from '../values/values-equal';

type KeptMembers = NgsiLdMembers & Pick<Attribute, 'instances'>;

const NOTHING: KeptMembers = {};

/**
 * What an attribute that NGSI-LD wrote keeps of it when NGSIv2 or NGSIv1 writes a type and a value: its other instances, and
 * its kind if the value may be of that. A type that names a kind or a place is taken at its word.
 */
export function keptMembers(stored: Attribute, type: string, value: JsonValue): KeptMembers {
  if (stored.kind === undefined) return NOTHING;
  const { kind, datasetId, instances, expiresAt, text, valueType, objectType } = stored;
  const named = isKind(type) || isLocationType(type);
  const kept = !named && holds(kind, value) ? kind : kindOf({ type, value });
  return {
    kind: kept,
    ...(datasetId !== undefined && { datasetId }),
    ...(instances !== undefined && { instances }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(text !== undefined && valuesEqual(stored.value, value) && { text }),
    ...(valueType !== undefined && stored.type === type && { valueType }),
    ...(objectType !== undefined && kept === kind && { objectType }),
  };
}
