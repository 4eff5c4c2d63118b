import { ContextFault, NgsiError, type JsonValue } from '@smart-city/context';
import { NgsiLdFault, ngsiLdFault } from '@smart-city/ngsild';
import { problemOf, ldRefusalOfError } from '../problem';
import { idOfItem } from './batch-body';

/** Outcome of one item: undefined where it was done. */
export interface ItemResult {
  readonly item: JsonValue;
  readonly fault: Error | undefined;
  /** The item made its entity. */
  readonly isNew: boolean;
}

export const hasFailed = ({ fault }: ItemResult): boolean => fault !== undefined;

/** Writes a list of the ids of items. */
export const idsText = (results: readonly ItemResult[]): string =>
  JSON.stringify(results.map(({ item }) => idOfItem(item)));

/** Writes the body of a batch of which something failed (GS CIM 009 §5.2.16, 5.2.17). */
export function batchResultText(results: readonly ItemResult[]): string {
  const errors = results.flatMap(({ item, fault }) => (fault === undefined ? [] : [errorText(item, fault)]));
  const success = results.filter((result) => !hasFailed(result));
  return `{"success":${idsText(success)},"errors":[${errors.join(',')}]}`;
}

function errorText(item: JsonValue, fault: Error): string {
  const id = idOfItem(item);
  const entityId = id === undefined ? '' : `"entityId":${JSON.stringify(id)},`;
  return `{${entityId}"error":${problemText(fault)}}`;
}

/** @throws the fault where it is none of the request */
function problemText(fault: Error): string {
  if (fault instanceof NgsiLdFault) return problemOf(fault);
  if (fault instanceof ContextFault) return problemOf(ngsiLdFault(fault));
  if (fault instanceof NgsiError) return ldRefusalOfError(fault).body || '{}';
  throw fault;
}
