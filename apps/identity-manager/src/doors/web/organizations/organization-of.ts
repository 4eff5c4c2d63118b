import type { ApiRequest } from '../../../access/api-request';
import type { OrganizationRow } from '../../../database/entities/organization.row';

/** The organization that the path names; the guard has loaded it. */
export function organizationOf({ objects }: ApiRequest): OrganizationRow {
  if (!objects?.organization) throw new Error('the route names no organization');
  return objects.organization;
}
