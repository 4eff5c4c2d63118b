import type { ApiRequest } from '../../../access/api-request';
import { may } from '../../../subjects/roles/internal-permission';
import type { ApplicationRow } from '../../../database/entities/application.row';
import type { OwnedPermissions } from '../../../subjects/roles/owned-permissions.service';

/** The application that the path names; the guard has loaded it. */
export function applicationOf({ objects }: ApiRequest): ApplicationRow {
  if (!objects?.application) throw new Error('the route names no application');
  return objects.application;
}

export function ownedOf({ owned }: ApiRequest): OwnedPermissions {
  if (!owned) throw new Error('the route names no application');
  return owned;
}

/** Where changes of roles and permissions lead back to. */
export const rolesPathOf = (request: ApiRequest) =>
  `/idm/applications/${encodeURIComponent(applicationOf(request).id)}/edit/roles`;

/** What every page of an application shows around its content: the tabs this user may open. */
export function frameOf(request: ApiRequest, tab: string) {
  const application = applicationOf(request);
  const { permissions } = ownedOf(request);
  const manages = permissions.has(may.manageApplication);
  const assigns = [may.assignInternalRoles, may.assignAllRoles, may.assignOwnRoles].some((each) =>
    permissions.has(each),
  );
  const base = `/idm/applications/${encodeURIComponent(application.id)}`;
  const tabs = [
    { key: 'overview', href: base, shown: true },
    { key: 'start', href: `${base}/start`, shown: manages },
    { key: 'roles', href: `${base}/edit/roles`, shown: permissions.has(may.manageRoles) },
    { key: 'users', href: `${base}/edit/users`, shown: assigns },
    { key: 'organizations', href: `${base}/edit/organizations`, shown: assigns },
    { key: 'machines', href: `${base}/machines`, shown: manages },
    { key: 'trusted', href: `${base}/edit/trusted_applications`, shown: assigns },
    { key: 'tokens', href: `${base}/tokens`, shown: manages },
    { key: 'edit', href: `${base}/edit`, shown: manages },
  ].filter(({ shown }) => shown);
  const here = tabs.find(({ key }) => key === tab)?.href ?? base;
  return { application, base, tabs, tab, manages, here };
}
