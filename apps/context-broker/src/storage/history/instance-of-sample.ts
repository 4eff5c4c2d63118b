import type { Sample, SampleLabel } from '@smart-city/history';
import {
  isDateTimeType,
  isJsonArray,
  isJsonObject,
  isKind,
  parseJson,
  type AttributeInstance,
  type JsonObject,
  type JsonValue,
  type Metadata,
  type MetadataMap,
} from '@smart-city/context';
import { timeTextOf } from './sample-label';

const OBSERVED_AT = 'observedAt';
/** Names of metadata by which an instance says its time of observation itself. */
const TELLING = new Set([OBSERVED_AT, 'TimeInstant']);

/** Whether a sample has a time of observation, and not that of storing alone. */
export const isObserved = ({ at, recordedAt, label }: Sample): boolean =>
  label.time !== undefined || (at !== recordedAt && label.isDeleted !== true);

/** Returns the instance that a sample was made of. An ended attribute has the value `null`. */
export function instanceOfSample(dataset: string, sample: Sample): AttributeInstance {
  const { recordedAt, value, label } = sample;
  const { type, kind, valueType, objectType, createdAt } = label;
  const json = typeof value === 'number' ? value : parseJson(value);
  return {
    type,
    ...storedValue(type, json, kind !== undefined),
    metadata: metadataOf(sample),
    creDate: (createdAt ?? recordedAt) / 1000,
    modDate: recordedAt / 1000,
    ...(kind !== undefined && isKind(kind) && { kind }),
    ...(dataset !== '' && { datasetId: dataset }),
    ...(valueType !== undefined && { valueType }),
    ...(objectType !== undefined && { objectType }),
  };
}

function metadataOf(sample: Sample): MetadataMap {
  const { at, label } = sample;
  const metadata = new Map(label.metadata === undefined ? [] : itemsOf(parseJson(label.metadata)));
  if (!isObserved(sample)) return metadata;
  const { time = OBSERVED_AT } = label;
  metadata.set(TELLING.has(time) ? time : OBSERVED_AT, {
    type: 'DateTime',
    value: at / 1000,
    text: timeOfLabel(at, label),
  });
  return metadata;
}

const timeOfLabel = (at: number, { timeText, timeDigits }: SampleLabel): string =>
  timeText ?? timeTextOf(at, timeDigits);

function itemsOf(json: JsonValue): readonly (readonly [string, Metadata])[] {
  if (!isJsonObject(json)) return [];
  return [...json].flatMap(([name, item]) => (isJsonObject(item) ? [[name, itemOf(item)] as const] : []));
}

function itemOf(json: JsonObject): Metadata {
  const text = (name: string) => {
    const member = json.get(name);
    return typeof member === 'string' ? member : undefined;
  };
  const [kind, datasetId, valueType] = [text('kind'), text('datasetId'), text('valueType')];
  const type = text('type') ?? 'Text';
  const metadata = json.get('metadata');
  const instances = json.get('instances');
  const objectType = objectTypeOf(json.get('objectType'));
  return {
    type,
    ...storedValue(type, json.get('value') ?? null, text('text') !== undefined),
    ...(kind !== undefined && isKind(kind) && { kind }),
    ...(datasetId !== undefined && { datasetId }),
    ...(valueType !== undefined && { valueType }),
    ...(objectType !== undefined && { objectType }),
    ...(metadata !== undefined && { metadata: new Map(itemsOf(metadata)) }),
    ...(instances !== undefined && { instances: itemList(instances) }),
  };
}

const itemList = (json: JsonValue): readonly Metadata[] =>
  isJsonArray(json) ? json.filter(isJsonObject).map(itemOf) : [];

const objectTypeOf = (json: JsonValue | undefined): string | readonly string[] | undefined =>
  json === undefined || typeof json === 'string'
    ? json
    : isJsonArray(json)
      ? json.filter((type) => typeof type === 'string')
      : undefined;

/** The text of a date becomes its seconds; those of NGSI-LD keep the text. */
function storedValue(type: string, value: JsonValue, keepsText: boolean): Pick<Metadata, 'value' | 'text'> {
  if (!isDateTimeType(type) || typeof value !== 'string') return { value };
  const ms = Date.parse(value.replace(',', '.'));
  if (Number.isNaN(ms)) return { value };
  return keepsText ? { value: ms / 1000, text: value } : { value: ms / 1000 };
}
