import { nearestOf } from '@smart-city/options';
import { optionTable } from '../cli/option-table';
import { ACTION_FLAGS } from '../cli/options';

const UNKNOWN = /^'(.*)' not recognized$/s;

/** A line per fault for standard error, below Orion's long usage: with the parameter that was meant, where one is near. */
export const tellFaults = (faults: readonly string[]): string =>
  faults.map((fault) => `context-broker cannot start: ${fault}${remedyOf(fault)}\n`).join('');

function remedyOf(fault: string): string {
  const [, word] = UNKNOWN.exec(fault) ?? [];
  if (word === undefined) return '';
  const flags = optionTable.flatMap((record) => ('flag' in record ? [record.flag] : []));
  const nearest = nearestOf(word, [...flags, ...ACTION_FLAGS]);
  return nearest === undefined ? '; -h lists all parameters' : `: ${nearest} was meant?`;
}
