import { withoutExpiry, type Attribute, type AttributeInstance, type Entity } from '@smart-city/context';
import { instancesOf, type StoredAttribute, type StoredInstance } from '../write/instances';
import type { ShownMembers } from './show-options';

/** An attribute that is shown, with the instances that are. */
export type ShownAttribute = readonly [name: string, instances: readonly StoredInstance[]];

const hasEnded = ({ expiresAt }: StoredInstance, nowMs: number) =>
  expiresAt !== undefined && Date.parse(expiresAt.replace(',', '.')) <= nowMs;

const NOTHING: readonly StoredInstance[] = [];

/** The instances that have not ended; the common case makes no new array. */
export function presentInstances(attribute: StoredAttribute, nowMs: number): readonly StoredInstance[] {
  if (attribute.instances === undefined) return hasEnded(attribute, nowMs) ? NOTHING : [attribute];
  const instances = instancesOf(attribute);
  return instances.some((instance) => hasEnded(instance, nowMs))
    ? instances.filter((instance) => !hasEnded(instance, nowMs))
    : instances;
}

/** True when nothing but the attribute's own name decides whether it is shown, and it is not. */
function isLeftOut(name: string, { pick, omit, attrs }: ShownMembers): boolean {
  if (pick !== undefined && !pick.has(name)) return true;
  // `omit=rel{a}` leaves out a member of the linked entity.
  if (omit !== undefined && omit.get(name) === null) return true;
  return attrs !== undefined && !attrs.has(name);
}

/** Attributes that an answer shows. NGSIv2's attributes without value, and what has ended, are never shown. */
export function selectLdAttributes(
  entity: Entity,
  selection: ShownMembers,
  nowMs: number,
): readonly ShownAttribute[] {
  const shown: ShownAttribute[] = [];
  for (const [name, attribute] of withoutExpiry(entity.attrs)) {
    if (isLeftOut(name, selection)) continue;
    const instances = shownInstances(attribute, selection, nowMs);
    if (instances.length > 0) shown.push([name, instances]);
  }
  return shown;
}

function shownInstances(
  attribute: Attribute,
  { datasetIds }: ShownMembers,
  nowMs: number,
): readonly StoredInstance[] {
  const present = presentInstances(attribute, nowMs);
  const [first] = present;
  // Nearly all attributes have one instance.
  if (present.length === 1 && first !== undefined && datasetIds === undefined)
    return first.value === null ? NOTHING : present;
  return present.filter(
    ({ value, datasetId = '@none' }) => value !== null && datasetIds?.has(datasetId) !== false,
  );
}

/** Whether a member of the entity that is no attribute is shown. */
export const isShown = (member: 'id' | 'type' | 'scope', { pick, omit }: ShownMembers): boolean =>
  (pick === undefined || pick.has(member)) && omit?.has(member) !== true;

/**
 * Returns the entity without what has ended: its instances and attributes whose `expiresAt` is past, at any depth of datasets.
 * An entity in which nothing has ended is returned as it is.
 */
export function withoutEnded(entity: Entity, nowMs: number): Entity {
  let attrs: Map<string, Attribute> | undefined;
  for (const [name, attribute] of entity.attrs) {
    if (attribute.instances === undefined && attribute.expiresAt === undefined) continue;
    const all = instancesOf(attribute);
    const present = presentInstances(attribute, nowMs);
    if (present.length === all.length) continue;
    attrs ??= new Map(entity.attrs);
    const [first, ...others] = present as readonly AttributeInstance[];
    if (first === undefined) attrs.delete(name);
    else attrs.set(name, others.length === 0 ? first : { ...first, instances: others });
  }
  return attrs === undefined ? entity : { ...entity, attrs };
}
