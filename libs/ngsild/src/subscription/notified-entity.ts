import { kindOf, type Attribute, type AttributeKind, type Entity, type JsonValue } from '@smart-city/context';
import { NGSILD_NULL } from '../entity/ngsild-null';
import { instanceOf, type StoredInstance } from '../write/instances';

/** An entity of a notification. */
export interface LdNotified {
  /** As the change left it; as it was, where it was deleted. */
  readonly entity: Entity;
  /** As it was before the change; undefined for a new one, and where nothing changed. */
  readonly before?: Entity;
  readonly isDeleted: boolean;
  /** Stored names of what the change concerned. */
  readonly changed: ReadonlySet<string>;
}

/** How a notification tells of changes. */
export interface TellingChanges {
  /** Changed attributes show what they were before (`showChanges`). */
  readonly showsChanges: boolean;
  /** Attributes that were deleted are shown as null. */
  readonly showsDeleted: boolean;
}

/**
 * Returns the entity as a notification shows it: deleted attributes are there with NGSI-LD Null. Of a deleted entity nothing is
 * left but its id and types, unless its last values are to be shown (GS CIM 009 §5.8.6).
 */
export function entityToNotify(
  { entity, before, isDeleted, changed }: LdNotified,
  { showsChanges, showsDeleted }: TellingChanges,
): Entity {
  if (isDeleted) return { ...entity, attrs: showsChanges ? nulled(entity.attrs) : new Map() };
  if (!showsDeleted || before === undefined) return entity;
  const gone = [...before.attrs].filter(([name]) => changed.has(name) && !entity.attrs.has(name));
  return gone.length === 0
    ? entity
    : { ...entity, attrs: new Map([...entity.attrs, ...nulled(new Map(gone))]) };
}

const nulled = (attrs: ReadonlyMap<string, Attribute>): ReadonlyMap<string, Attribute> =>
  new Map([...attrs].map(([name, attribute]) => [name, nullOf(attribute)]));

/** The default instance alone, without members but its kind. */
function nullOf({ type, creDate, modDate, ...attribute }: Attribute): Attribute {
  const kind = kindOf({ type, ...attribute });
  return { type, kind, value: nullValue(kind), metadata: new Map(), creDate, modDate };
}

function nullValue(kind: AttributeKind): JsonValue {
  return kind === 'LanguageProperty' ? new Map([['@none', NGSILD_NULL]]) : NGSILD_NULL;
}

/** Returns how to find what an instance was before the change; undefined for one that did not change or was not there. */
export const previousInstances =
  ({ before, changed }: LdNotified) =>
  (name: string, datasetId: string | undefined): StoredInstance | undefined =>
    changed.has(name) ? instanceOf(before?.attrs.get(name), datasetId) : undefined;
