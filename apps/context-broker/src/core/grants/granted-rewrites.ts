import type { EntityVerb } from '@smart-city/authz';
import type { Entity, EntityRewrite, Rewriting } from '@smart-city/context';
import type { EntityGrants } from '../../context/entity-grants';
import { attributesText, entityText, needsPermission } from './refusal';

/**
 * A rewrite that is done only where the grants cover what it does to the entity: to what is there, and to what it makes of it.
 * Attributes that differ and are not named count too.
 */
export const withinRewriteGrants = <F>(grants: EntityGrants, asked: EntityRewrite<F>): EntityRewrite<F> => ({
  ...asked,
  rewrite: (before, nowSeconds) => {
    const made = asked.rewrite(before, nowSeconds);
    requireGrants(grants, before, made);
    return made;
  },
});

/** @throws NgsiError  403 */
function requireGrants<F>(grants: EntityGrants, before: Entity | undefined, made: Rewriting<F>): void {
  if (made.kind === 'delete') {
    if (before !== undefined) requireOne(grants, 'delete', before, undefined);
    return;
  }
  if (made.kind !== 'write') {
    // A caller who may write nothing of an entity is not told what is wrong with the request either.
    if (before !== undefined) requireOne(grants, 'update', before, []);
    else if (!grants.all.some(({ verbs }) => verbs.has('update') || verbs.has('create')))
      throw needsPermission('update', 'entities');
    return;
  }
  const { after, requested } = made;
  if (before === undefined) return requireOne(grants, 'create', after, requested);
  const names = new Set([...requested, ...differing(before, after.attrs)]);
  requireOne(grants, 'update', before, [...names]);
  const hasMoved = before.type !== after.type || before.servicePath !== after.servicePath;
  if (hasMoved) requireOne(grants, 'update', after, [...names]);
}

const differing = (before: Entity, attrs: Entity['attrs']): readonly string[] =>
  [...new Set([...before.attrs.keys(), ...attrs.keys()])].filter(
    (name) => before.attrs.get(name) !== attrs.get(name),
  );

/** One grant, or several that together have all attributes. @throws NgsiError  403 */
function requireOne(
  { all }: EntityGrants,
  verb: EntityVerb,
  entity: Pick<Entity, 'id' | 'type' | 'servicePath'>,
  attrs: readonly string[] | undefined,
): void {
  const covering = all.filter((grant) => grant.verbs.has(verb) && grant.covers(entity));
  const text = entityText(entity.id, entity.type, entity.servicePath || '/');
  if (covering.length === 0) throw needsPermission(verb, text);
  if (covering.some((grant) => grant.attrs === undefined)) return;
  if (attrs === undefined) throw needsPermission(verb, `all attributes of ${text}`);
  const missing = attrs.filter((name) => !covering.some((grant) => grant.attrs!.has(name)));
  if (missing.length > 0) throw needsPermission(verb, `${attributesText(missing)} of ${text}`);
}
