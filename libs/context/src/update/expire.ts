import type { Attribute, AttributeInstance, AttributeMap, Entity } from '../model/entity';
import type { EntityRewrite, Rewriting } from '../model/entity-rewrite';
import { endOfText, expiresAtOf } from './expiry';

/** Milliseconds since the epoch at which an instance ends; Infinity of one that stays. */
const endOf = ({ expiresAt }: AttributeInstance): number =>
  expiresAt === undefined ? Infinity : endOfText(expiresAt);

/** When the first of the attributes and instances ends, in milliseconds since the epoch; Infinity where none does. */
export function firstEndOf(attrs: AttributeMap): number {
  let first = Infinity;
  for (const attribute of attrs.values())
    if (attribute.kind !== undefined)
      for (const instance of [attribute, ...(attribute.instances ?? [])])
        first = Math.min(first, endOf(instance));
  return first;
}

/** Takes out of an entity what is over, or leaves it as it is. */
export const expiring = (id: string, nowMs: number): EntityRewrite<never> => ({
  id,
  isMeant: (entity) => isOver(entity, nowMs),
  rewrite: (before) => (before === undefined ? { kind: 'leave' } : expired(before, nowMs)),
});

const isOver = ({ expiresAtMs, attrs }: Entity, nowMs: number): boolean =>
  (expiresAtMs !== undefined && expiresAtMs <= nowMs) || firstEndOf(attrs) <= nowMs;

function expired(entity: Entity, nowMs: number): Rewriting<never> {
  if (entity.expiresAtMs !== undefined && entity.expiresAtMs <= nowMs) return { kind: 'delete' };
  const attrs = new Map<string, Attribute>();
  const requested: string[] = [];
  for (const [name, attribute] of entity.attrs) {
    const left = attributeLeft(attribute, nowMs);
    if (left !== attribute) requested.push(name);
    if (left !== undefined) attrs.set(name, left);
  }
  const expiresAt = expiresAtOf(entity);
  return {
    kind: 'write',
    after: { ...entity, attrs, ...(expiresAt !== undefined && { expiresAt }) },
    requested,
  };
}

/** Returns the rest of an attribute; undefined when nothing is left. */
function attributeLeft(attribute: Attribute, nowMs: number): Attribute | undefined {
  const { instances = [], ...main } = attribute;
  const all = [main, ...instances];
  const [first, ...others] = all.filter((instance) => endOf(instance) > nowMs);
  if (first === undefined || 1 + others.length === all.length) return first && attribute;
  return others.length === 0 ? first : { ...first, instances: others };
}
