/**
 * Names as keys of a document: MongoDB reads `.` as a path and `$` as an operator, so Orion stores
 * `=` and `>` instead. Neither may appear in a name of the API; inside values keys are free, and a key that holds `=`
 * or `>` itself comes back as `.` or `$`, as with Orion.
 */
export const encodeName = (name: string): string => name.replaceAll('.', '=').replaceAll('$', '>');

/** The reverse of {@link encodeName}. */
export const decodeName = (key: string): string =>
  key.includes('=') || key.includes('>') ? key.replaceAll('=', '.').replaceAll('>', '$') : key;
