import {
  isJsonArray,
  isJsonObject,
  kindOf,
  type AttributeKind,
  type JsonObject,
  type JsonValue,
} from '@smart-city/context';
import type { LdAttributeInput, EntityInput, InstanceInput } from '../entity/attribute-input';
import { looksLikeGeometry } from '../entity/geometry';
import { InstanceReading } from '../entity/instance-reading';
import { NGSILD_NULL } from '../entity/ngsild-null';
import { parseEntityFragment, type EntityReading } from '../entity/parse-entity';
import { readValue } from '../entity/read-value';
import { attributeName } from '../entity/name-rules';
import { isUri } from '../entity/uri';
import { VALUE_MEMBER } from '../entity/value-members';
import { instanceOf, type StoredAttribute } from './instances';

/** A simplified entity: what its values mean, depends on the kinds of what is stored. */
export interface SimplifiedInput extends Omit<EntityInput, 'attributes'> {
  /** Values by stored name, with the name of the request for texts. */
  readonly values: ReadonlyMap<string, { readonly name: string; readonly value: JsonValue }>;
  readonly reading: EntityReading;
}

/** Members of an entity that are no attributes. */
const ENTITY_MEMBERS: ReadonlySet<string> = new Set([
  'id',
  'type',
  'scope',
  'expiresAt',
  '@context',
  'createdAt',
  'modifiedAt',
  'deletedAt',
]);

/**
 * Parses a simplified fragment of an entity (GS CIM 009 §4.5.4).
 *
 * @throws BadRequestData
 */
export function parseSimplifiedFragment(body: JsonObject, reading: EntityReading): SimplifiedInput {
  const members = [...body];
  const head = new Map(members.filter(([member]) => ENTITY_MEMBERS.has(member)));
  const { attributes: _, ...entity } = parseEntityFragment(head, reading);
  const values = new Map(
    members
      .filter(([member]) => !ENTITY_MEMBERS.has(member))
      .map(([name, value]) => [attributeName(name, reading.context), { name, value }] as const),
  );
  return { ...entity, values, reading };
}

/**
 * Reads simplified values by the kinds of the stored attributes; where none is stored, the form of the value tells.
 *
 * @param attrs  the attributes that are stored
 * @throws BadRequestData  a value does not fit its kind
 */
export function inputOfSimplified(
  { values, reading, ...entity }: SimplifiedInput,
  attrs: ReadonlyMap<string, StoredAttribute>,
): EntityInput {
  const attributes = new Map<string, LdAttributeInput>();
  for (const [stored, { name, value }] of values) {
    const { context, mode, nowMs } = reading;
    const attribute = new SimplifiedAttribute(
      attrs.get(stored),
      new InstanceReading(context, mode, [name], false, nowMs),
    );
    attributes.set(stored, attribute.read(value));
  }
  return { ...entity, attributes };
}

class SimplifiedAttribute {
  constructor(
    private readonly stored: StoredAttribute | undefined,
    private readonly reading: InstanceReading,
  ) {}

  read(given: JsonValue): LdAttributeInput {
    const datasets = isJsonObject(given) && given.size === 1 ? given.get('dataset') : undefined;
    if (!isJsonObject(datasets)) return [this.readInstance(given, undefined)];
    return [...datasets].map(([id, value]) => {
      if (id !== '@none' && !isUri(id)) throw this.reading.fault('datasetId must be a URI');
      return this.readInstance(value, id === '@none' ? undefined : id);
    });
  }

  private readInstance(given: JsonValue, datasetId: string | undefined): InstanceInput {
    const dataset = datasetId === undefined ? {} : { datasetId };
    if (given === NGSILD_NULL) return { ...dataset, isNull: true };
    const old = instanceOf(this.stored, datasetId) ?? this.stored;
    const kind = old === undefined ? kindOfForm(given) : kindOf(old);
    const value = unwrapped(kind, given);
    // The text of one language: the operation knows which.
    if (kind === 'LanguageProperty' && typeof value === 'string') return { ...dataset, value };
    const { context } = this.reading;
    const read = readValue(kind, value, { context, allowsNull: this.reading.mode === 'merge' });
    if ('fault' in read) throw this.reading.fault(read.fault);
    return { ...dataset, kind, value: read.value };
  }
}

/** The value of the forms `{"languageMap":…}`, `{"vocab":…}` and `{"json":…}`. */
function unwrapped(kind: AttributeKind, given: JsonValue): JsonValue {
  if (!isJsonObject(given) || given.size !== 1) return given;
  const isWrapped = kind === 'LanguageProperty' || kind === 'VocabProperty' || kind === 'JsonProperty';
  return (isWrapped ? given.get(VALUE_MEMBER[kind]) : undefined) ?? given;
}

function kindOfForm(given: JsonValue): AttributeKind {
  if (looksLikeGeometry(given)) return 'GeoProperty';
  if (!isJsonObject(given) || given.size !== 1) return 'Property';
  if (isJsonObject(given.get('languageMap'))) return 'LanguageProperty';
  if (given.has('vocab')) return 'VocabProperty';
  return isJsonArray(given.get('json')) || isJsonObject(given.get('json')) ? 'JsonProperty' : 'Property';
}
