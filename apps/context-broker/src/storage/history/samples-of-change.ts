import type { Sample, SeriesSamples } from '@smart-city/history';
import {
  isDateTimeType,
  isSameMetadata,
  valuesEqual,
  type Attribute,
  type AttributeInstance,
  type Entity,
  type EntityChange,
  type MetadataMap,
} from '@smart-city/context';
import { keptTimes, type HistoryRules } from './history-rules';
import { labelOf, sampleValueOf } from './sample-label';

/** Metadata that says when a value was observed; the first that is there counts. */
const TIME_METADATA = ['observedAt', 'TimeInstant', 'timestamp'] as const;
/** The attribute by which IoT Agents say it of all attributes of an update. */
const TIME_ATTRIBUTE = 'TimeInstant';

/** Returns the samples that a change adds to history: one for each attribute that differs now, or is gone. */
export function samplesOfChange(change: EntityChange, rules: HistoryRules): readonly SeriesSamples[] {
  const { tenant, before, after } = change;
  const { id, type, servicePath } = (after ?? before)!;
  const found: SeriesSamples[] = [];
  for (const attr of changedNames(change)) {
    if (!rules.keeps(tenant, type, attr)) continue;
    const present = after?.attrs.get(attr);
    const old = before?.attrs.get(attr);
    const add = (dataset: string, sample: Sample) => {
      if (isKept(sample, rules))
        found.push({ series: { id, type, servicePath, attr, dataset }, samples: [sample] });
    };
    for (const [dataset, instance] of changedInstances(old, present))
      add(dataset, sampleOf(instance, timeOfUpdate(change, after!)));
    for (const [dataset, instance] of endedInstances(old, present)) add(dataset, endOf(instance, change.at));
  }
  return found;
}

/** Instances that are new or written: of several, the change of one says nothing of the others. */
function* changedInstances(
  old: Attribute | undefined,
  present: Attribute | undefined,
): Generator<readonly [string, AttributeInstance]> {
  if (present?.instances === undefined && old?.instances === undefined) yield* instancesOf(present);
  else {
    const before = new Map(instancesOf(old));
    for (const [dataset, instance] of instancesOf(present))
      if (!isSameInstance(before.get(dataset), instance)) yield [dataset, instance];
  }
}

function* endedInstances(
  old: Attribute | undefined,
  present: Attribute | undefined,
): Generator<readonly [string, AttributeInstance]> {
  if (present === undefined) yield* instancesOf(old);
  else if (old !== undefined && (old.instances ?? old.datasetId ?? present.datasetId) !== undefined) {
    const there = new Set([...instancesOf(present)].map(([dataset]) => dataset));
    for (const [dataset, instance] of instancesOf(old)) if (!there.has(dataset)) yield [dataset, instance];
  }
}

const isSameInstance = (a: AttributeInstance | undefined, b: AttributeInstance): boolean =>
  a !== undefined &&
  a.modDate === b.modDate &&
  a.kind === b.kind &&
  a.type === b.type &&
  valuesEqual(a.value, b.value) &&
  isSameMetadata(a.metadata, b.metadata);

function* changedNames({ before, after, changed, metadataChanged }: EntityChange): Generator<string> {
  if (after === undefined) yield* before!.attrs.keys();
  else {
    yield* changed;
    for (const name of metadataChanged) if (!changed.has(name)) yield name;
  }
}

function* instancesOf(attribute: Attribute | undefined): Generator<readonly [string, AttributeInstance]> {
  if (attribute === undefined) return;
  yield [attribute.datasetId ?? '', attribute];
  for (const instance of attribute.instances ?? []) yield [instance.datasetId ?? '', instance];
}

/** The time that the update itself brought for all of its attributes; undefined for none. */
function timeOfUpdate({ requested }: EntityChange, after: Entity): number | undefined {
  const attribute = after.attrs.get(TIME_ATTRIBUTE);
  return attribute !== undefined && requested.includes(TIME_ATTRIBUTE) ? secondsOf(attribute) : undefined;
}

function sampleOf(instance: AttributeInstance, ofUpdate: number | undefined): Sample {
  const { modDate, metadata } = instance;
  const name = TIME_METADATA.find((one) => secondsIn(metadata, one) !== undefined);
  const seconds = name === undefined ? (ofUpdate ?? modDate) : secondsIn(metadata, name)!;
  return {
    at: Math.round(seconds * 1000),
    recordedAt: Math.round(modDate * 1000),
    value: sampleValueOf(instance),
    label: labelOf(instance, name),
  };
}

function endOf(instance: AttributeInstance, seconds: number): Sample {
  const at = Math.round(seconds * 1000);
  const { type, createdAt, kind } = labelOf(instance, undefined);
  return {
    at,
    recordedAt: at,
    value: 'null',
    label: { type, createdAt, ...(kind !== undefined && { kind }), isDeleted: true },
  };
}

const secondsIn = (metadata: MetadataMap, name: string): number | undefined => {
  const item = metadata.get(name);
  return item === undefined ? undefined : secondsOf(item);
};

const secondsOf = ({ type, value }: Pick<AttributeInstance, 'type' | 'value'>): number | undefined =>
  isDateTimeType(type) && typeof value === 'number' ? value : undefined;

function isKept({ at, recordedAt }: Sample, rules: HistoryRules): boolean {
  const { from, to } = keptTimes(rules, recordedAt);
  return at >= from && at <= to;
}
