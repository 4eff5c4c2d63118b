import { Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { Acting, FromPath } from '../../../access/api-request';
import { AllowAssigning } from '../../../access/rule';
import { ApplicationRow } from '../../../database/entities/application.row';
import { OrganizationRow, type OrganizationRole } from '../../../database/entities/organization.row';
import { RoleRow, type RoleAssignmentRow } from '../../../database/entities/role.row';
import { NotFound } from '../../../faults/faults';
import type { Actor } from '../../../subjects/audit/actor';
import { RoleAssignments } from '../../../subjects/roles/role-assignments.service';
import { ApiController } from '../api-controller';
import { listed, wrapped } from '../../../openapi/content';
import { OneOf, Text } from '../../../openapi/described';
import { ApiRoute, OldApiRoute } from '../described-route';

const assignment = ':organizationId/roles/:roleId/organization_roles/:organizationRole';

class OrganizationRoleIds {
  @Text() organization_id!: string;
  @Text() role_id!: string;
}

/** A role of the owners or members of an organization. */
class OrganizationAssignment extends OrganizationRoleIds {
  @OneOf(['owner', 'member']) role_organization!: string;
}

/** A role just given. */
class GivenOrganizationRole extends OrganizationAssignment {
  @Text() oauth_client_id!: string;
}

const giving = 'Give a role to the owners or members of an organization';
const given = wrapped('role_organization_assignments', GivenOrganizationRole);

function renderList(rows: readonly RoleAssignmentRow[], render: (row: RoleAssignmentRow) => object) {
  if (rows.length === 0) throw new NotFound('assignments');
  return { role_organization_assignments: rows.map(render) };
}

/** Roles of organizations in an application; those that the caller may assign. */
@ApiController('applications/:applicationId/organizations', 'Role assignments')
export class RoleOrganizationsController {
  constructor(private readonly assignments: RoleAssignments) {}

  @Get()
  @AllowAssigning()
  @ApiRoute('List roles of organizations', {
    answers: listed('role_organization_assignments', OrganizationAssignment),
  })
  async list(@Acting() actor: Actor, @FromPath('application') application: ApplicationRow) {
    const rows = await this.assignments.ofOrganizations(actor, application);
    return renderList(rows, ({ organizationId, roleOrganization, roleId }) => ({
      organization_id: organizationId,
      role_organization: roleOrganization,
      role_id: roleId,
    }));
  }

  @Get(':organizationId/roles')
  @AllowAssigning()
  @ApiRoute('List roles of an organization', {
    answers: listed('role_organization_assignments', OrganizationRoleIds),
  })
  async listOfOrganization(
    @Acting() actor: Actor,
    @FromPath('application') application: ApplicationRow,
    @FromPath('organization') organization: OrganizationRow,
  ) {
    const rows = await this.assignments.ofOrganizations(actor, application, organization.id);
    return renderList(rows, ({ organizationId, roleId }) => ({
      organization_id: organizationId,
      role_id: roleId,
    }));
  }

  @Put(assignment)
  @HttpCode(201)
  @AllowAssigning()
  @ApiRoute(giving, { answers: given })
  async assign(
    @Acting() actor: Actor,
    @FromPath('application') application: ApplicationRow,
    @FromPath('organization') organization: OrganizationRow,
    @FromPath('role') role: RoleRow,
    @FromPath('organizationRole') roleOrganization: OrganizationRole,
  ) {
    const assignee = { organizationId: organization.id, roleOrganization };
    await this.assignments.give(actor, application, role, assignee);
    return {
      role_organization_assignments: {
        role_id: role.id,
        organization_id: organization.id,
        oauth_client_id: application.id,
        role_organization: roleOrganization,
      },
    };
  }

  /** The deprecated form of `assign`. */
  @Post(assignment)
  @AllowAssigning()
  @OldApiRoute(giving, given)
  assignByPost(
    @Acting() actor: Actor,
    @FromPath('application') application: ApplicationRow,
    @FromPath('organization') organization: OrganizationRow,
    @FromPath('role') role: RoleRow,
    @FromPath('organizationRole') roleOrganization: OrganizationRole,
  ) {
    return this.assign(actor, application, organization, role, roleOrganization);
  }

  @Delete(assignment)
  @HttpCode(204)
  @AllowAssigning()
  @ApiRoute('Take it back', { conflict: 'The application would have no owner' })
  remove(
    @Acting() actor: Actor,
    @FromPath('application') application: ApplicationRow,
    @FromPath('organization') organization: OrganizationRow,
    @FromPath('role') role: RoleRow,
    @FromPath('organizationRole') roleOrganization: OrganizationRole,
  ): Promise<void> {
    const assignee = { organizationId: organization.id, roleOrganization };
    return this.assignments.take(actor, application, role, assignee);
  }
}
