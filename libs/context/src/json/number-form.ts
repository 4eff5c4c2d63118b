import { renderNumber } from './render-number';

/** How numbers of values are shown: with at most nine decimals as Orion does, or as they were sent. */
export type NumberForm = 'orion' | 'exact';

let form: NumberForm = 'orion';

/** For the whole process, once, before anything is rendered: threads that render are told by who starts them. */
export function showNumbersAs(chosen: NumberForm): void {
  form = chosen;
}

export const numberForm = (): NumberForm => form;

/** Writes a number of a value. */
export const renderValueNumber = (value: number): string =>
  form === 'exact' ? renderExactNumber(value) : renderNumber(value);

const INT64_LIMIT = 2 ** 63;

/**
 * The shortest text that reads back as the same number: at most 17 significant digits. Integers within int64 are as Orion
 * shows them, with all their digits.
 */
function renderExactNumber(value: number): string {
  const isShownInFull = Number.isInteger(value) && Math.abs(value) < INT64_LIMIT;
  return isShownInFull || !Number.isFinite(value) ? renderNumber(value) : String(value);
}

/** What `$inc` or `$mul` came to: where numbers are shown exactly, no more than Orion would show of it. */
export const roundedResult = (value: number): number =>
  form === 'exact' && !Number.isInteger(value) && Number.isFinite(value)
    ? Number(renderNumber(value))
    : value;
