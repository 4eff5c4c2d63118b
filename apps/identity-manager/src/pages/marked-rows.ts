import { PAGE_SIZES } from '@smart-city/lists';
import type { Form } from './form';

/** A page of a list has no more. */
const MOST_AT_ONCE = Math.max(...PAGE_SIZES);

/** What stands for a row is never longer; a NUL is no text for PostgreSQL. */
const isKey = (text: string) => text.length <= 128 && !text.includes('\0');

/** The rows of a list that were marked, by what stands for them in its form. */
export const markedRows = (form: Form): readonly string[] =>
  form.list('marked').filter(isKey).slice(0, MOST_AT_ONCE);
