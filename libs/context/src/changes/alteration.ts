import type { Metadata } from '../model/entity';
import type { EntityChange } from '../model/entity-update';
import { byteOrder } from '../values/byte-order';

export const ALTERATION_TYPES = ['entityCreate', 'entityChange', 'entityUpdate', 'entityDelete'] as const;

/** Kind of change of an entity, as subscriptions and notifications name it. */
export type AlterationType = (typeof ALTERATION_TYPES)[number];

/** Facts of the update that caused a notification. Without them those builtins do not exist. */
export interface NotificationFacts {
  readonly alterationType?: AlterationType;
  /** The attribute before the update; its answer is undefined (no `previousValue`) when there was none. */
  readonly previousValue?: (name: string) => Metadata | undefined;
  readonly actionType?: (name: string) => 'update' | 'append' | undefined;
}

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

/** What builtins say about a change, in notifications and in expressions. */
export function notificationFacts(
  { before, after, requested }: EntityChange,
  alterationType: AlterationType,
): NotificationFacts {
  let inRequest: ReadonlySet<string> | undefined;
  return {
    alterationType,
    previousValue: (name): Metadata | undefined => {
      const attribute = before?.attrs.get(name);
      return attribute && { type: attribute.type, value: attribute.value };
    },
    actionType: (name) => {
      if (after === undefined || !(inRequest ??= new Set(requested)).has(name)) return undefined;
      return before?.attrs.has(name) ? 'update' : 'append';
    },
  };
}

/**
 * The order in which attributes are shown that nobody lists: what was stored in byte order, then what the request added; for a
 * creation the order of the request.
 */
export function changeOrder({ before, after, requested }: EntityChange): readonly string[] {
  const { attrs } = (after ?? before)!;
  if (before === undefined)
    return [...new Set([...requested, ...attrs.keys()])].filter((name) => attrs.has(name));
  const kept = [...before.attrs.keys()].filter((name) => attrs.has(name)).sort(byteOrder);
  if (after === undefined) return kept;
  return [...kept, ...[...attrs.keys()].filter((name) => !before.attrs.has(name))];
}
