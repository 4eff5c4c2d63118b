import { invalidRequest } from '../ngsild-fault';

export type TemporalFormat = 'normalized' | 'temporalValues' | 'aggregatedValues';

const FORMATS: readonly string[] = ['normalized', 'temporalValues', 'aggregatedValues'];
const isFormat = (word: string): word is TemporalFormat => FORMATS.includes(word);

/**
 * Reads `format` and `options` of a temporal operation (GS CIM 009 §6.18, 6.19): where both choose a format, `format` wins.
 *
 * @throws NgsiLdFault  InvalidRequest for an unknown word
 */
export function parseTemporalFormat(
  format: string | undefined,
  options: string | undefined,
): { readonly format: TemporalFormat | undefined; readonly sysAttrs: boolean } {
  let chosen: TemporalFormat | undefined;
  let sysAttrs = false;
  for (const word of options?.split(',') ?? []) {
    if (word === 'sysAttrs') sysAttrs = true;
    else if (isFormat(word)) chosen = word;
    else throw invalidRequest('Invalid options', `'${word.slice(0, 80)}' is not an option of this operation`);
  }
  if (format === undefined) return { format: chosen, sysAttrs };
  if (!isFormat(format))
    throw invalidRequest('Invalid format', `'${format.slice(0, 80)}' is not a format of this operation`);
  return { format, sysAttrs };
}
