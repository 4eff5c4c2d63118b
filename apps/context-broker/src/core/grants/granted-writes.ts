import type { EntityVerb } from '@smart-city/authz';
import { entityNotFound, type Entity, type EntityUpdate, type UpdateFault } from '@smart-city/context';
import type { EntityGrant, EntityGrants } from '../../context/entity-grants';
import { readable } from './granted-reads';
import { attributesText, entityText, needsPermission } from './refusal';

/** Whom a write would touch, and which of its attributes: undefined for all, those that it does not name too. */
interface Touched {
  readonly verb: EntityVerb;
  readonly entity: Pick<Entity, 'id' | 'type' | 'servicePath'>;
  readonly attrs: readonly string[] | undefined;
}

/**
 * Updates that are written only where the grants cover what they do to the entity as it is right before: its type may not be in
 * the request, and whether an update creates is known only then. What can never be allowed is refused before anything is done.
 *
 * A refusal says nothing of an entity that the request does not say: one that the bearer may neither read nor write is not found.
 *
 * @throws NgsiError  403
 */
export function withinWriteGrants(
  grants: EntityGrants,
  servicePath: string,
  updates: readonly EntityUpdate[],
): readonly EntityUpdate[] {
  for (const update of updates) requirePossible(grants, update, servicePath);
  return updates.map((update) => {
    const { precondition } = update;
    const isGranted = (before: Entity | undefined): boolean => {
      const touched = touchedBy(update, before, servicePath);
      const missing = missingGrant(grants, touched);
      if (missing !== undefined)
        throw refusalOf(grants, update, { ...touched, missing, before, servicePath });
      return precondition === undefined || precondition(before);
    };
    return { ...update, precondition: isGranted };
  });
}

/** What the request tells of an update is enough to refuse most: then nothing of it is done. @throws NgsiError  403 */
function requirePossible({ all }: EntityGrants, update: EntityUpdate, servicePath: string): void {
  const { ref, attrs, action } = update;
  const verbs = verbsOf(update);
  const isPossible = ({ verbs: granted, covers, attrs: names }: EntityGrant): boolean =>
    verbs.some((verb) => granted.has(verb)) &&
    (ref.type === undefined || covers({ id: ref.id, type: ref.type, servicePath })) &&
    (names === undefined || (action !== 'replace' && verbs[0] !== 'delete'));
  const possible = all.filter(isPossible);
  const text = entityText(ref.id, ref.type, servicePath);
  if (possible.length === 0) throw needsPermission(verbs[0]!, text);
  if (possible.some(({ attrs: names }) => names === undefined)) return;
  const missing = attrs.filter(({ name }) => !possible.some(({ attrs: names }) => names!.has(name)));
  if (missing.length > 0)
    throw needsPermission(verbs[0]!, `${attributesText(missing.map(({ name }) => name))} of ${text}`);
}

/**
 * Whether the grants cover an update of an entity that is not here, but at a provider. One whose type the request does not tell
 * is of any type.
 */
export function mayUpdateElsewhere(
  { all }: EntityGrants,
  { ref: { id, type = '' }, attrs, action }: EntityUpdate,
  servicePath: string,
): boolean {
  const covering = all.filter(
    ({ verbs, covers }) => verbs.has('update') && covers({ id, type, servicePath }),
  );
  if (covering.some((grant) => grant.attrs === undefined)) return true;
  return action !== 'replace' && attrs.every(({ name }) => covering.some((grant) => grant.attrs!.has(name)));
}

/** What an update may come to. */
function verbsOf({ action, attrs, onlyExisting }: EntityUpdate): readonly EntityVerb[] {
  if (action === 'create') return ['create'];
  if (action === 'delete') return [attrs.length === 0 ? 'delete' : 'update'];
  const creates = (action === 'append' || action === 'appendStrict') && onlyExisting !== true;
  return creates ? ['update', 'create'] : ['update'];
}

function touchedBy(update: EntityUpdate, before: Entity | undefined, servicePath: string): Touched {
  const { action, ref, attrs, defaultType = '' } = update;
  const names = attrs.map(({ name }) => name);
  if (before === undefined)
    return {
      verb: 'create',
      entity: { id: ref.id, type: ref.type ?? defaultType, servicePath },
      attrs: names,
    };
  if (action === 'delete' && names.length === 0) return { verb: 'delete', entity: before, attrs: undefined };
  // A replacement drops what it does not name.
  return { verb: 'update', entity: before, attrs: action === 'replace' ? undefined : names };
}

/** Returns what the grants lack, undefined for nothing. One grant is enough, or several that together have all attributes. */
function missingGrant(
  { all }: EntityGrants,
  { verb, entity, attrs }: Touched,
): 'entity' | 'all attributes' | readonly string[] | undefined {
  const covering = all.filter((grant) => grant.verbs.has(verb) && grant.covers(entity));
  if (covering.length === 0) return 'entity';
  if (covering.some((grant) => grant.attrs === undefined)) return undefined;
  if (attrs === undefined) return 'all attributes';
  const missing = attrs.filter((name) => !covering.some((grant) => grant.attrs!.has(name)));
  return missing.length > 0 ? missing : undefined;
}

interface Refused extends Pick<Touched, 'verb'> {
  readonly missing: NonNullable<ReturnType<typeof missingGrant>>;
  readonly before: Entity | undefined;
  readonly servicePath: string;
}

function refusalOf(
  grants: EntityGrants,
  update: EntityUpdate,
  { verb, missing, before, servicePath }: Refused,
): UpdateFault {
  const { ref } = update;
  const isHidden = before !== undefined && readable(grants, before) === undefined;
  if (missing === 'entity' && isHidden && ref.type === undefined) return entityNotFound();
  const text = entityText(ref.id, ref.type ?? (isHidden ? undefined : before?.type), servicePath);
  if (missing === 'entity') return needsPermission(verb, text);
  return needsPermission(
    verb,
    `${missing === 'all attributes' ? missing : attributesText(missing)} of ${text}`,
  );
}
