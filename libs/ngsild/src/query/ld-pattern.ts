import { compileBounded } from '@smart-city/patterns';
import { badRequestData } from '../ngsild-fault';

/** Longer patterns are refused: their automata would eat memory. */
const LONGEST_PATTERN = 1_024;

/**
 * Compiles a regular expression of a client, with the meaning of a search, for an engine of linear time.
 *
 * @param parameter  where it stands, for the fault
 * @throws NgsiLdFault  BadRequestData for a pattern that is malformed or too large
 */
export function compileLdPattern(source: string, parameter: string): (text: string) => boolean {
  if (source.length > LONGEST_PATTERN)
    throw badRequestData(
      'Invalid regular expression',
      `a pattern of ${parameter} has more than ${LONGEST_PATTERN} characters`,
    );
  try {
    const compiled = compileBounded(source);
    return (text) => compiled.test(text);
  } catch (cause) {
    const fault = badRequestData(
      'Invalid regular expression',
      `${parameter}: '${source.slice(0, 80)}' is not a regular expression that can be evaluated`,
    );
    throw Object.assign(fault, { cause });
  }
}
