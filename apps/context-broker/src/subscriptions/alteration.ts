import type { AlterationType, EntityChange } from '@smart-city/ngsi';
import type { CompiledSubscription } from './compiled-subscription';

/** What one change is to one kind of subscription: those that take metadata for a change, and those that do not. */
export interface Alteration {
  readonly type: AlterationType;
  /** Names that changed; for a creation all. */
  readonly changed: readonly string[];
}

/** Both views of one change, worked out once for all subscriptions. */
export interface Alterations {
  readonly withMetadata: Alteration;
  readonly valuesOnly: Alteration;
}

export function alterationsOf(change: EntityChange): Alterations {
  if (change.before === undefined) {
    const created = { type: 'entityCreate', changed: [...(change.after?.attrs.keys() ?? [])] } as const;
    return { withMetadata: created, valuesOnly: created };
  }
  if (change.after === undefined) {
    const deleted = { type: 'entityDelete', changed: [...change.before.attrs.keys()] } as const;
    return { withMetadata: deleted, valuesOnly: deleted };
  }
  const withMetadata = [
    ...change.changed,
    ...[...change.metadataChanged].filter((name) => !change.changed.has(name)),
  ];
  return { withMetadata: changeOf(withMetadata), valuesOnly: changeOf([...change.changed]) };
}

const changeOf = (changed: readonly string[]): Alteration => ({
  type: changed.length > 0 ? 'entityChange' : 'entityUpdate',
  changed,
});

/** Whether a subscription wants this kind of change, and one of its attributes is concerned. */
export function isTriggered(
  compiled: CompiledSubscription,
  change: EntityChange,
  { type, changed }: Alteration,
): boolean {
  const { alterationTypes, attrs } = compiled;
  const concerns = (names: readonly string[]) =>
    names.length > 0 && (attrs.size === 0 || names.some((name) => attrs.has(name)));
  switch (type) {
    case 'entityDelete':
      return alterationTypes.has('entityDelete');
    case 'entityCreate':
      return alterationTypes.has('entityCreate') && concerns(changed);
    case 'entityChange':
      return (
        (alterationTypes.has('entityChange') && concerns(changed)) ||
        (alterationTypes.has('entityUpdate') && concerns(requestedOr(change, changed)))
      );
    case 'entityUpdate':
      return alterationTypes.has('entityUpdate') && concerns(requestedOr(change, changed));
  }
}

/** Attributes that a replace drops are not in the request, but the update concerns them all the same. */
const requestedOr = ({ requested }: EntityChange, changed: readonly string[]): readonly string[] => [
  ...requested,
  ...changed,
];
