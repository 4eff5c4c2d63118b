import type { AttributeInstance, Entity, Metadata, MetadataMap, NgsiLdMembers } from '../model/entity';
import type { EntityChange } from '../model/entity-update';
import { valuesEqual } from '../values/values-equal';

/** Returns the differences of two states of an entity. Attributes that are the same object cost nothing. */
export function changeOf(
  place: Pick<EntityChange, 'tenant' | 'at'>,
  before: Entity | undefined,
  after: Entity | undefined,
  requested: readonly string[],
): EntityChange {
  const changed = new Set<string>();
  const metadataChanged = new Set<string>();
  for (const [name, attribute] of after?.attrs ?? []) {
    const old = before?.attrs.get(name);
    if (old === attribute) continue;
    if (old === undefined || differs(old, attribute)) changed.add(name);
    else if (!isSameMetadata(old.metadata, attribute.metadata)) metadataChanged.add(name);
  }
  for (const name of before?.attrs.keys() ?? []) if (after?.attrs.has(name) !== true) changed.add(name);
  return {
    ...place,
    before,
    after,
    requested,
    changed,
    metadataChanged,
    previousCorrelator: before?.lastCorrelator,
  };
}

type Instance = (AttributeInstance | Metadata) & { readonly instances?: readonly Instance[] };

/** Whether type, value, another member or an instance differs; metadata of the attribute itself aside. */
function differs(a: Instance, b: Instance): boolean {
  return (
    a.type !== b.type ||
    !valuesEqual(a.value, b.value) ||
    !isSameMembers(a, b) ||
    !isSameInstances(a.instances, b.instances)
  );
}

const isSameMembers = (a: NgsiLdMembers, b: NgsiLdMembers): boolean =>
  a.kind === b.kind &&
  a.datasetId === b.datasetId &&
  a.text === b.text &&
  a.valueType === b.valueType &&
  a.expiresAt === b.expiresAt &&
  String(a.objectType) === String(b.objectType);

function isSameInstances(a: readonly Instance[] = [], b: readonly Instance[] = []): boolean {
  return a === b || (a.length === b.length && a.every((instance, at) => isSameInstance(instance, b[at]!)));
}

const isSameInstance = (a: Instance, b: Instance): boolean =>
  a === b || (!differs(a, b) && isSameMetadata(a.metadata, b.metadata));

/** Whether two lists of metadata hold the same, sub-attributes and their instances included; their order and dates do not count. */
export function isSameMetadata(a: MetadataMap = NONE, b: MetadataMap = NONE): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [name, item] of a) {
    const other = b.get(name);
    if (other === undefined || !isSameInstance(item, other)) return false;
  }
  return true;
}

const NONE: MetadataMap = new Map();
