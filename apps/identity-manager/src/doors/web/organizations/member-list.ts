import { ListRequest, type ListShape } from '@smart-city/lists';
import type { OrganizationRole, OrganizationRow } from '../../../database/entities/organization.row';
import type { Visit } from '../../../pages/visit';
import type { MemberSearch, MemberSort } from '../../../subjects/organizations/member-lists.repository';

const shape: ListShape<MemberSort, 'role'> = {
  sorts: ['name', 'role'],
  // Owners first.
  usual: '-role',
  filters: { role: ['owner', 'member'] },
};

/** The list of an organization's members as an address asks for it, and what is searched for. */
export function memberListOf(visit: Visit, { id: organizationId }: OrganizationRow) {
  const request = new ListRequest(shape, (name) => visit.query(name));
  const role = request.value('role');
  const search: MemberSearch = {
    organizationId,
    text: request.text,
    // One of the values that the filter can take.
    role: role === '' ? undefined : (role as OrganizationRole),
  };
  return { request, search };
}

export const organizationPathOf = ({ id }: OrganizationRow): string =>
  `/idm/organizations/${encodeURIComponent(id)}`;
