import {
  changeOrder,
  notificationFacts,
  type Alteration,
  type Attribute,
  type Entity,
  type EntityChange,
} from '@smart-city/context';
import {
  BUILTIN_ATTRIBUTES,
  type NotifiedEntities,
  type NotifiedEntity,
  type SubscriptionNotification,
} from '@smart-city/ngsiv2';

/** The entity of one notification and which of its attributes to show. The form of the subscription writes it. */
export type NotificationContent = NotifiedEntity;

/** One notification has at least one entity. */
export type Contents = NotifiedEntities;

/** Builtins that `onlyChangedAttrs` leaves in. */
const SURVIVORS = new Set(['alterationType', 'dateCreated', 'dateModified']);
const BUILTINS: ReadonlySet<string> = new Set(BUILTIN_ATTRIBUTES);

const MISSING: Attribute = { type: 'None', value: null, metadata: new Map(), creDate: 0, modDate: 0 };

/**
 * Chooses what a subscription wants of a changed entity.
 *
 * @returns undefined when `onlyChangedAttrs` leaves nothing to send. An entity that has none of the attributes listed is
 *   sent with its id and type alone.
 */
export function selectContent(
  change: EntityChange,
  alteration: Alteration,
  wanted: SubscriptionNotification,
): NotificationContent | undefined {
  const stored = (change.after ?? change.before)!;
  const entity = wanted.covered && !wanted.isExceptAttrs ? withMissing(stored, wanted.attrs) : stored;
  const isChanged = requestedIn(change, alteration);
  const keep = wanted.onlyChangedAttrs ? isChanged : () => true;
  const isExcluded = wanted.isExceptAttrs ? new Set(wanted.attrs) : NOTHING;
  const order = changeOrder(change).filter((name) => keep(name) && !isExcluded.has(name));
  const listed = wanted.isExceptAttrs ? [] : wanted.attrs;
  const showsAll = listed.length === 0 || listed.includes('*');
  const attrs = wanted.onlyChangedAttrs
    ? listed.filter((name) => name === '*' || keep(name) || (SURVIVORS.has(name) && !stored.attrs.has(name)))
    : listed;
  if (
    wanted.onlyChangedAttrs &&
    !(showsAll ? order.length > 0 : attrs.some(isWorthSending(stored, alteration)))
  )
    return undefined;
  return {
    entity,
    attrs,
    order,
    metadata: wanted.metadata,
    facts: notificationFacts(change, alteration.type),
    change,
  };
}

const NOTHING: ReadonlySet<string> = new Set();

/** A builtin alone is not, but for an entity that comes or goes as a whole: there it may be all that is asked for. */
function isWorthSending(stored: Entity, alteration: Alteration): (name: string) => boolean {
  const isWhole = concernsWhole(alteration);
  return (name) => stored.attrs.has(name) || (isWhole && SURVIVORS.has(name));
}

const concernsWhole = ({ type }: Alteration): boolean => type === 'entityCreate' || type === 'entityDelete';

function requestedIn(change: EntityChange, alteration: Alteration): (name: string) => boolean {
  if (concernsWhole(alteration)) return () => true;
  const requested = new Set(change.requested);
  return (name) => requested.has(name);
}

/** Listed attributes that the entity does not have are sent as null. */
function withMissing(entity: Entity, names: readonly string[]): Entity {
  const missing = names.filter((name) => name !== '*' && !entity.attrs.has(name) && !BUILTINS.has(name));
  if (missing.length === 0) return entity;
  return { ...entity, attrs: new Map([...entity.attrs, ...missing.map((name) => [name, MISSING] as const)]) };
}
