import type { OrganizationRole } from '../../database/entities/organization.row';

/** Who gets a role: a user, or the owners or members of an organization. */
export type Assignee =
  | { readonly userId: string }
  | { readonly organizationId: string; readonly roleOrganization: OrganizationRole };
