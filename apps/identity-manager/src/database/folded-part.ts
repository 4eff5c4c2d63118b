import { foldText } from '@smart-city/lists';

/** Pattern for `LIKE … ESCAPE '!'`, against {@link Sql.folded} columns: the text anywhere; its `%` and `_` stand for themselves. */
export const foldedPart = (text: string): string => `%${foldText(text).replace(/[!%_]/g, '!$&')}%`;
