import type { JsonValue } from '../json/json-value';

/** Type of an entity that was created without one. */
export const DEFAULT_ENTITY_TYPE = 'Thing';

/** Type of an attribute or metadata item that the request gives no type. */
export function defaultType(value: JsonValue): string {
  switch (typeof value) {
    case 'string':
      return 'Text';
    case 'number':
      return 'Number';
    case 'boolean':
      return 'Boolean';
    default:
      return value === null ? 'None' : 'StructuredValue';
  }
}
