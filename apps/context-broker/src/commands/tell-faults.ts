import { nearestOf } from '@smart-city/options';
import { optionTable } from '../cli/option-table';
import { ACTION_FLAGS } from '../cli/options';

const UNKNOWN = /^'(.*)' not recognized$/s;

/** A line per fault for standard error, below Orion's long usage: with the parameter that was meant, where one is near. */
export const tellFaults = (faults: readonly string[]): string =>
  faults
    .filter((fault, at) => !isValueOf(faults[at - 1], fault))
    .map((fault) => `context-broker cannot start: ${fault}${remedyOf(fault)}\n`)
    .join('');

const unknownWord = (fault = ''): string => UNKNOWN.exec(fault)?.[1] ?? '';

/** What stands behind an unknown flag is most likely its value; to guess a flag for it would mislead. */
const isValueOf = (before: string | undefined, fault: string): boolean =>
  unknownWord(before).startsWith('-') && /^[^-]/.test(unknownWord(fault));

function remedyOf(fault: string): string {
  const word = unknownWord(fault);
  if (word === '') return '';
  const flags = optionTable.flatMap((record) => ('flag' in record ? [record.flag] : []));
  const nearest = nearestOf(word, [...flags, ...ACTION_FLAGS]);
  return nearest === undefined ? '; -h lists all parameters' : `: ${nearest} was meant?`;
}
