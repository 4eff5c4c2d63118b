import type { OrganizationRow } from '../../../database/entities/organization.row';
import { Conflict } from '../../../faults/faults';
import type { Visit } from '../../../pages/visit';
import { organizationPathOf } from './member-list';

/** Changes members and goes on; the service refuses to take away the last owner. @param then  where to; the organization's page */
export async function keepingOwners(
  visit: Visit,
  organization: OrganizationRow,
  work: () => Promise<unknown>,
  then: string = organizationPathOf(organization),
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return visit.go(organizationPathOf(organization), 'flash.lastOwner');
  }
  visit.go(then, 'flash.saved');
}
