import {
  ATTRIBUTE_KINDS,
  geometryOfInstance,
  isJsonArray,
  isJsonObject,
  kindOf,
  renderDateTime,
  renderExactJson,
  type AttributeKind,
  type JsonValue,
} from '@smart-city/context';
import type { LdContext } from '../context/ld-context';
import { looksLikeGeometry } from '../entity/geometry';
import { KIND_OF_MEMBER } from '../entity/value-members';
import type { StoredInstance } from '../write/instances';

/** Kind and value that an instance is shown with. */
export interface ShownValue {
  readonly kind: AttributeKind;
  /** As it stands in the value member, names compacted. */
  readonly value: JsonValue;
  readonly valueType?: string;
}

/** Returns kind and value of an instance as NGSI-LD shows them, whichever protocol wrote it. */
export function ldShownValue(instance: StoredInstance, context: LdContext): ShownValue {
  const kind = kindOf(instance);
  const { value, valueType } = instance;
  if (kind === 'Property') return shownProperty(instance);
  if (kind === 'GeoProperty') return { kind, value: geometryOfInstance(instance) ?? value };
  if (kind === 'VocabProperty') return { kind, value: compacted(value, context) };
  return valueType === undefined ? { kind, value } : { kind, value, valueType };
}

const DATE_TIME = 'DateTime';

/** A date of NGSI-LD keeps the form in which it came; one of NGSIv2 gets the type of the value. */
function shownProperty({ kind, type, value, text, valueType }: StoredInstance): ShownValue {
  const isDate = typeof value === 'number' && (type === DATE_TIME || type === 'ISO8601');
  if (!isDate)
    return valueType === undefined ? { kind: 'Property', value } : { kind: 'Property', value, valueType };
  const shown = text ?? renderDateTime(value);
  if (kind !== undefined && text !== undefined && valueType === undefined)
    return {
      kind: 'Property',
      value: new Map([
        ['@type', DATE_TIME],
        ['@value', shown],
      ]),
    };
  return { kind: 'Property', value: shown, valueType: valueType ?? DATE_TIME };
}

const compacted = (value: JsonValue, context: LdContext): JsonValue =>
  isJsonArray(value)
    ? value.map((term) => compacted(term, context))
    : typeof value === 'string'
      ? context.compactName(value)
      : value;

/** Writes the value member of a normalized ListRelationship: objects around the URIs. */
export const renderObjectList = (uris: JsonValue): string =>
  isJsonArray(uris)
    ? `[${uris.map((uri) => `{"object":${renderExactJson(uri)}}`).join(',')}]`
    : renderExactJson(uris);

/** Members that an object has which is not read as a bare value. */
const TELLING_MEMBERS: readonly string[] = [
  ...KIND_OF_MEMBER.keys(),
  'observedAt',
  'unitCode',
  'datasetId',
  'valueType',
  'objectType',
  'expiresAt',
];

const KINDS: ReadonlySet<unknown> = new Set(ATTRIBUTE_KINDS);

const isTold = (value: JsonValue): boolean =>
  isJsonObject(value) &&
  (TELLING_MEMBERS.some((member) => value.has(member)) ||
    looksLikeGeometry(value) ||
    KINDS.has(value.get('type')));

/** Whether the value of a concise Property would be read as something else if it stood alone. */
export const needsValueMember = (value: JsonValue): boolean =>
  isTold(value) || (isJsonArray(value) && value.some(isTold));
