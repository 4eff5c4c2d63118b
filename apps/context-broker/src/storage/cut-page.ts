import { nextAfter, type PageRequest } from './page-request';

/** Cuts a page out of everything a tenant has, in the order of ids. `count` is of all that match, whatever the page. */
export function cutPage<T extends { readonly id: string; readonly servicePath: string }>(
  all: readonly T[],
  request: PageRequest,
): { readonly page: readonly T[]; readonly count: number; readonly next?: string } {
  const { servicePath, limit, offset, after = '' } = request;
  const matching = servicePath === undefined ? all : all.filter((one) => one.servicePath === servicePath);
  const ahead = after === '' ? matching : matching.filter(({ id }) => id > after);
  const page = ahead.slice(offset, offset + limit);
  return { page, count: matching.length, ...nextAfter(page, request) };
}
