export const CONSOLE = '/admin/console';

export type AddressParameters = Readonly<Record<string, string | number | undefined>>;

/** The address of a page. Parameters without a value are left out. */
export function linkTo(page: string, parameters: AddressParameters): string {
  const given = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  const query = new URLSearchParams(given).toString();
  return `${CONSOLE}${page === '' ? '' : `/${page}`}${query === '' ? '' : `?${query}`}`;
}
