import type { SampleLabel } from '@smart-city/history';
import {
  isDateTimeType,
  renderDateTime,
  renderExactJson,
  type AttributeInstance,
  type JsonValue,
  type Metadata,
  type MetadataMap,
  type NgsiLdMembers,
} from '@smart-city/context';

/** Digits after the second that milliseconds have. */
const MS_DIGITS = 3;

/** The value of a sample: a number as it is, any other as JSON text; a date as NGSI-LD gave it, or as NGSIv2 shows it. */
export function sampleValueOf(instance: AttributeInstance): number | string {
  const shown = shownValue(instance);
  return typeof shown === 'number' ? shown : renderExactJson(shown);
}

/**
 * Makes the label of a sample.
 *
 * @param time  the metadata item that the time of the sample was read from
 */
export function labelOf(instance: AttributeInstance, time: string | undefined): SampleLabel {
  const { type, metadata, creDate, kind, valueType, objectType } = instance;
  const createdAt = Math.round(creDate * 1000);
  const text = metadata.size === 0 ? undefined : metadataText(metadata, time);
  return {
    type,
    ...(text !== undefined && { metadata: text }),
    createdAt,
    ...(time !== undefined && { time, ...timeForm(metadata.get(time)) }),
    ...(kind !== undefined && { kind }),
    ...(valueType !== undefined && { valueType }),
    ...(objectType !== undefined && { objectType }),
  };
}

/** How the text of a time was given, so that few labels serve many samples. */
function timeForm(item: Metadata | undefined): Pick<SampleLabel, 'timeDigits' | 'timeText'> {
  if (item?.text === undefined || typeof item.value !== 'number') return {};
  const digits = /[.,](\d+)Z$/.exec(item.text)?.[1]?.length ?? 0;
  if (timeTextOf(Math.round(item.value * 1000), digits) !== item.text) return { timeText: item.text };
  return digits === MS_DIGITS ? {} : { timeDigits: digits };
}

/** Writes a time, milliseconds since the epoch, with so many digits after the second. */
export function timeTextOf(ms: number, digits = MS_DIGITS): string {
  const text = new Date(ms).toISOString();
  return digits === 0 ? `${text.slice(0, 19)}Z` : `${text.slice(0, 20 + digits)}Z`;
}

/** The metadata as NGSIv2 shows it, with what NGSI-LD has beside; without the time, which each sample has. */
function metadataText(metadata: MetadataMap, time: string | undefined): string | undefined {
  const items = [...metadata].filter(([name]) => name !== time);
  if (items.length === 0) return undefined;
  return renderExactJson(new Map(items.map(([name, item]) => [name, itemJson(item)])));
}

/** Members of an item by their names in the text. */
const LD_MEMBERS = [
  'kind',
  'text',
  'datasetId',
  'valueType',
  'objectType',
] as const satisfies readonly (keyof NgsiLdMembers)[];

function itemJson(item: Metadata): JsonValue {
  const json = new Map<string, JsonValue>([
    ['type', item.type],
    ['value', shownValue(item)],
  ]);
  for (const name of LD_MEMBERS) {
    const member = item[name];
    if (member !== undefined) json.set(name, member);
  }
  const { metadata, instances } = item;
  if (metadata !== undefined && metadata.size > 0)
    json.set('metadata', new Map([...metadata].map(([name, sub]) => [name, itemJson(sub)])));
  if (instances !== undefined) json.set('instances', instances.map(itemJson));
  return json;
}

const shownValue = ({ type, value, text }: Pick<Metadata, 'type' | 'value' | 'text'>): JsonValue =>
  isDateTimeType(type) && typeof value === 'number' ? (text ?? renderDateTime(value)) : value;
