import { NgsiError } from '../errors';

/** Nesting a value may have, as the text of the fault says it; `checkNesting` says what is let through. */
export const MAX_VALUE_NESTING = 50;

export const INVALID_ENCODING = 'Invalid encoding in string';

/** @param reason  for the log, in the words of the JSON library that Orion uses */
export const jsonSyntaxError = (reason?: string) =>
  new NgsiError(
    'ParseError',
    'Errors found in incoming JSON buffer',
    reason === undefined ? {} : { logged: `JSON Parse Error (${reason})` },
  );
export const nestingError = () =>
  new NgsiError(
    'ParseError',
    `attribute or metadata value has overpassed maximum nesting limit: ${MAX_VALUE_NESTING}`,
  );
