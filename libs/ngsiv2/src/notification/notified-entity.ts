import type { Entity, NotificationFacts } from '@smart-city/context';

/** An entity of a notification, and which of its attributes to show. */
export interface NotifiedEntity {
  readonly entity: Entity;
  /** As the subscription lists them; empty means all of `order`. */
  readonly attrs: readonly string[];
  /** User attributes to show where `attrs` names none. */
  readonly order: readonly string[];
  readonly metadata: readonly string[];
  readonly facts: NotificationFacts;
}

/** One notification has at least one entity. */
export type NotifiedEntities = readonly [NotifiedEntity, ...NotifiedEntity[]];
