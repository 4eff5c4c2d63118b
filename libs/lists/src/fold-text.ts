/** Accents that Unicode keeps apart from their letter in its decomposed form (NFD). PostgreSQL strips the same. */
const MARKS = /[\u0300-\u036f]/g;

/** Text in which there is nothing to take apart: a search asks it of each of a hundred thousand addresses. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Text as it is compared in a search: without case and accents. `GARCÍA` and `garcia` are the same. */
export const foldText = (text: string): string =>
  PLAIN.test(text) ? text.toLowerCase() : text.normalize('NFD').replace(MARKS, '').toLowerCase();
