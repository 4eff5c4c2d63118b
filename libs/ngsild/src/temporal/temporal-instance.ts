import type { AttributeInstance } from '@smart-city/context';
import { renderDateTime } from '@smart-city/context';

/** The times that an instance can be asked by (GS CIM 009 §4.8). */
export const TIME_PROPERTIES = ['observedAt', 'createdAt', 'modifiedAt', 'deletedAt'] as const;
export type TimeProperty = (typeof TIME_PROPERTIES)[number];

/** One instance of an attribute over time. Times are milliseconds since the epoch. */
export interface TemporalInstance {
  readonly instance: AttributeInstance;
  /** `urn:ngsi-ld:Instance:<uuid>`. */
  readonly instanceId: string;
  /** Absent: nobody said when it was observed. */
  readonly observedAt?: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** The attribute ended here; the value of the instance is then NGSI-LD Null. */
  readonly deletedAt?: number;
}

/** An attribute with its instances in the order in which they are shown. */
export interface TemporalAttribute {
  /** As it is stored. */
  readonly name: string;
  readonly instances: readonly TemporalInstance[];
}

/** An entity with its past. */
export interface TemporalEntity {
  readonly id: string;
  /** As they are stored; at least one. */
  readonly types: readonly string[];
  readonly attributes: readonly TemporalAttribute[];
}

/** The place of an instance in time; those without the time that is asked for are placed by when they were stored. */
export const placeInTime = (instance: TemporalInstance, property: TimeProperty): number =>
  instance[property] ?? instance.modifiedAt;

/** The text of one of the times of an instance: `observedAt` as it was given. Undefined where there is none. */
export function timeText(temporal: TemporalInstance, property: TimeProperty): string | undefined {
  const ms = temporal[property];
  if (ms === undefined) return undefined;
  if (property !== 'observedAt') return renderDateTime(ms / 1000);
  const { metadata } = temporal.instance;
  return (metadata.get('observedAt') ?? metadata.get('TimeInstant'))?.text ?? renderDateTime(ms / 1000);
}

/** Writes milliseconds since the epoch; whole seconds without a fraction. */
export const shortTime = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');
