import type { Form } from './form';
import { PAGE_SIZES } from './list-request';

/** A page of a list has no more. */
const MOST_AT_ONCE = Math.max(...PAGE_SIZES);

/** The rows of a list that were marked, by what stands for them in its form. */
export const markedRows = (form: Form): readonly string[] => form.list('marked').slice(0, MOST_AT_ONCE);
