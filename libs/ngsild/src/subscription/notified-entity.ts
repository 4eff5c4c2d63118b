import {
  kindOf,
  type Attribute,
  type AttributeInstance,
  type AttributeKind,
  type Entity,
  type JsonValue,
} from '@smart-city/context';
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
  const attrs = new Map(entity.attrs);
  for (const [name, was] of before.attrs) {
    if (!changed.has(name)) continue;
    const shown = withNulls(was, attrs.get(name));
    if (shown !== undefined) attrs.set(name, shown);
  }
  return { ...entity, attrs };
}

/** The attribute as it is, with the instances that it lost as null: one null for all that went with the attribute. */
function withNulls(was: Attribute, is: Attribute | undefined): Attribute | undefined {
  if (is === undefined) return nullOf(was);
  const { instances = [], ...first } = is;
  const gone = attributeInstances(was).filter(({ datasetId }) => instanceOf(is, datasetId) === undefined);
  if (gone.length === 0) return is;
  return { ...first, instances: [...instances, ...gone.map(nullOfInstance)] };
}

const attributeInstances = ({ instances = [], ...first }: Attribute): readonly AttributeInstance[] => [
  first,
  ...instances,
];

const nulled = (attrs: ReadonlyMap<string, Attribute>): ReadonlyMap<string, Attribute> =>
  new Map([...attrs].map(([name, attribute]) => [name, nullOf(attribute)]));

/** One instance alone: that of a dataset, where it was the only one, else the default instance. */
function nullOf({ instances, ...first }: Attribute): Attribute {
  const { datasetId, ...gone } = nullOfInstance(first);
  return instances === undefined && datasetId !== undefined ? { ...gone, datasetId } : gone;
}

/** An instance without members but its kind, its dataset and its times. */
function nullOfInstance(instance: AttributeInstance): AttributeInstance {
  const { type, creDate, modDate, datasetId } = instance;
  const kind = kindOf(instance);
  return {
    type,
    kind,
    value: nullValue(kind),
    metadata: new Map(),
    creDate,
    modDate,
    ...(datasetId !== undefined && { datasetId }),
  };
}

function nullValue(kind: AttributeKind): JsonValue {
  return kind === 'LanguageProperty' ? new Map([['@none', NGSILD_NULL]]) : NGSILD_NULL;
}

/** Returns whether an instance of an attribute went with the change. */
export const goneInstances =
  ({ entity, before, isDeleted, changed }: LdNotified) =>
  (name: string, datasetId: string | undefined): boolean =>
    isDeleted ||
    (changed.has(name) &&
      before !== undefined &&
      instanceOf(entity.attrs.get(name), datasetId) === undefined);

/** Returns how to find what an instance was before the change; undefined for one that did not change or was not there. */
export const previousInstances =
  ({ before, changed }: LdNotified) =>
  (name: string, datasetId: string | undefined): StoredInstance | undefined =>
    changed.has(name) ? instanceOf(before?.attrs.get(name), datasetId) : undefined;
