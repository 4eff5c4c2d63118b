import { createHash } from 'node:crypto';
import type { JsonValue } from '@smart-city/context';
import type { Sample, SeriesKey } from '@smart-city/history';
import { NGSILD_NULL, type TemporalInstance } from '@smart-city/ngsild';
import { instanceOfSample, isObserved } from '../../../storage/history/instance-of-sample';

/** Returns a sample as NGSI-LD shows it; the end of an attribute as NGSI-LD Null of its kind. */
export function temporalInstanceOf(series: SeriesKey, sample: Sample): TemporalInstance {
  const { at, recordedAt, label } = sample;
  const instance = instanceOfSample(series.dataset, sample);
  const isDeleted = label.isDeleted === true;
  return {
    instance: isDeleted ? { ...instance, value: nullOf(instance.kind) } : instance,
    instanceId: instanceIdOf(series, sample),
    ...(isObserved(sample) && { observedAt: at }),
    createdAt: label.createdAt ?? recordedAt,
    modifiedAt: recordedAt,
    ...(isDeleted && { deletedAt: recordedAt }),
  };
}

const nullOf = (kind: string | undefined): JsonValue =>
  kind === 'LanguageProperty' ? new Map([['@none', NGSILD_NULL]]) : NGSILD_NULL;

/** Makes the id of an instance of what it is: the same at each reading. */
function instanceIdOf({ id, type, attr, dataset }: SeriesKey, { at, recordedAt, value }: Sample): string {
  const text = JSON.stringify([id, type, attr, dataset, at, recordedAt, value]);
  const hex = createHash('sha256').update(text).digest('hex');
  // The version and the variant of a UUID that an application makes (RFC 9562 §5.8).
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:ngsi-ld:Instance:${parts.join('-')}`;
}
