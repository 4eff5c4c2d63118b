import { isJsonArray, isJsonObject, type JsonValue } from '@smart-city/context';
import { badRequestData } from '@smart-city/ngsild';
import type { AggregationMembers } from './temporal-request';

/** Reads the member `aggrParams` of a Query; undefined where there is none. @throws NgsiLdFault  BadRequestData */
export function aggregationMembersOf(json: JsonValue | undefined): AggregationMembers | undefined {
  if (json === undefined) return undefined;
  if (!isJsonObject(json)) throw fault('aggrParams is a JSON object');
  const duration = json.get('aggrPeriodDuration');
  if (duration !== undefined && typeof duration !== 'string') throw fault('aggrPeriodDuration is a text');
  return { methods: methodsOf(json.get('aggrMethods')), duration };
}

const fault = (detail: string) => badRequestData('Invalid aggrParams', detail);

function methodsOf(json: JsonValue | undefined): readonly string[] | undefined {
  if (json === undefined) return undefined;
  const items = typeof json === 'string' ? json.split(',') : json;
  if (!isJsonArray(items) || items.length === 0) throw fault('aggrMethods is a list that is not empty');
  return items.map((item) => {
    if (typeof item !== 'string') throw fault('aggrMethods are texts');
    return item;
  });
}
