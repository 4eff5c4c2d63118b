import type { Sample, SampleLabel, SeriesSamples } from '@smart-city/history';
import {
  isDateTimeType,
  renderDateTime,
  renderExactJson,
  type Attribute,
  type AttributeInstance,
  type Entity,
  type EntityChange,
  type MetadataMap,
} from '@smart-city/context';
import { keptTimes, type HistoryRules } from './history-rules';

/** Metadata that says when a value was observed; the first that is there counts. */
const TIME_METADATA = ['observedAt', 'TimeInstant', 'timestamp'] as const;
/** The attribute by which IoT Agents say it of all attributes of an update. */
const TIME_ATTRIBUTE = 'TimeInstant';

/** What a change adds to history: a sample for each attribute that has another value, type or metadata now, or is gone. */
export function samplesOfChange(change: EntityChange, rules: HistoryRules): readonly SeriesSamples[] {
  const { tenant, before, after } = change;
  const { id, type, servicePath } = (after ?? before)!;
  const found: SeriesSamples[] = [];
  for (const attr of changedNames(change)) {
    if (!rules.keeps(tenant, type, attr)) continue;
    const present = after?.attrs.get(attr);
    const old = before?.attrs.get(attr);
    for (const [dataset, instance] of instancesOf(present ?? old)) {
      const sample =
        present === undefined ? endOf(instance, change.at) : sampleOf(instance, timeOfUpdate(change, after!));
      if (isKept(sample, rules))
        found.push({ series: { id, type, servicePath, attr, dataset }, samples: [sample] });
    }
  }
  return found;
}

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
    value: valueOf(instance),
    label: labelOf(instance, name),
  };
}

function endOf(instance: AttributeInstance, seconds: number): Sample {
  const at = Math.round(seconds * 1000);
  const { type, createdAt } = labelOf(instance, undefined);
  return { at, recordedAt: at, value: 'null', label: { type, createdAt, isDeleted: true } };
}

function labelOf({ type, metadata, creDate }: AttributeInstance, time: string | undefined): SampleLabel {
  const createdAt = Math.round(creDate * 1000);
  const text = metadata.size === 0 ? undefined : textOf(metadata, time);
  return {
    type,
    ...(text !== undefined && { metadata: text }),
    createdAt,
    ...(time !== undefined && { time }),
  };
}

/** The metadata as NGSIv2 shows it, without the time, which each sample has. */
function textOf(metadata: MetadataMap, time: string | undefined): string | undefined {
  const items = [...metadata].filter(([name]) => name !== time);
  if (items.length === 0) return undefined;
  return renderExactJson(
    new Map(
      items.map(([name, { type, value }]) => [
        name,
        new Map([
          ['type', type],
          ['value', dated(type, value)],
        ]),
      ]),
    ),
  );
}

const dated = (type: string, value: AttributeInstance['value']): AttributeInstance['value'] =>
  isDateTimeType(type) && typeof value === 'number' ? renderDateTime(value) : value;

function valueOf({ type, value }: AttributeInstance): number | string {
  const shown = dated(type, value);
  return typeof shown === 'number' ? shown : renderExactJson(shown);
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
