import type { PageRequest } from './page-request';

/** Cuts a page out of everything a tenant has. `count` is of all that match, whatever the page. */
export function cutPage<T extends { readonly servicePath: string }>(
  all: readonly T[],
  { servicePath, limit, offset }: PageRequest,
): { readonly page: readonly T[]; readonly count: number } {
  const matching = servicePath === undefined ? all : all.filter((one) => one.servicePath === servicePath);
  return { page: matching.slice(offset, offset + limit), count: matching.length };
}
