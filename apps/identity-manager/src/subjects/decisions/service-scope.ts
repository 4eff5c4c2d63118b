/** Where a request acts, as a policy enforcement point says. */
export interface ServiceScope {
  /** Tenant (or whatever header the enforcement point is set up to send). */
  readonly serviceHeader?: string | undefined;
  /** Service paths that will be touched; `/a/#` is a subtree. */
  readonly servicePaths?: readonly string[] | undefined;
}

const subtree = /\/#$/;

/** Whether all that `asked` names lies in `stored`. */
export function coversPath(stored: string, asked: string): boolean {
  if (!subtree.test(stored)) return stored === asked;
  const root = stored.replace(subtree, '');
  const place = asked.replace(subtree, '');
  return place === root || place.startsWith(`${root}/`);
}

/**
 * Whether a permission that is restricted to a service covers the request. Keyrock's rule is equality of the stored value and
 * the asked one. Beyond it, `<tenant>/<service path>` restricts to a service path as well: `city/parks`, or `city/parks/#`
 * with everything below.
 */
export function coversService(stored: string | null, { serviceHeader, servicePaths }: ServiceScope): boolean {
  if (stored === null) return false;
  if (stored === serviceHeader) return true;
  const slash = stored.indexOf('/');
  if (slash === -1 || !servicePaths?.length || stored.slice(0, slash) !== (serviceHeader ?? '')) return false;
  const path = stored.slice(slash);
  return servicePaths.every((asked) => coversPath(path, asked));
}
