import type { QueryParameter } from './documented';

/** A text in the query. */
export const query = (name: string, description: string, required = false): QueryParameter => ({
  name,
  description,
  required,
});
