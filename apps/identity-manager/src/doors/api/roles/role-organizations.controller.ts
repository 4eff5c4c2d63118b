import { Delete, Get, HttpCode, Post, Put, Req } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, type Repository } from 'typeorm';
import { ApiController } from '../api-controller';
import { FromPath, Owned, type ApiRequest } from '../../../access/api-request';
import { AuditTrail } from '../audit-trail';
import { AllowAssigning } from '../../../access/rule';
import { ApplicationRow } from '../../../database/entities/application.row';
import { notFound } from '../../../http/api-errors';
import { OrganizationRow, type OrganizationRole } from '../../../database/entities/organization.row';
import type { OwnedPermissions } from '../../../subjects/roles/owned-permissions.service';
import { RoleAssignments } from '../../../subjects/roles/role-assignments.service';
import { RoleAssignmentRow, RoleRow } from '../../../database/entities/role.row';

const assignment = ':organizationId/roles/:roleId/organization_roles/:organizationRole';

/** Roles of organizations in an application. */
@ApiController('applications/:applicationId/organizations')
export class RoleOrganizationsController {
  constructor(
    @InjectRepository(RoleAssignmentRow) private readonly rows: Repository<RoleAssignmentRow>,
    private readonly assignments: RoleAssignments,
    private readonly trail: AuditTrail,
  ) {}

  @Get()
  @AllowAssigning()
  async list(@FromPath('application') { id }: ApplicationRow, @Owned() owned: OwnedPermissions) {
    const rows = await this.find(id, undefined, owned);
    return {
      role_organization_assignments: rows.map(({ organizationId, roleOrganization, roleId }) => ({
        organization_id: organizationId,
        role_organization: roleOrganization,
        role_id: roleId,
      })),
    };
  }

  @Get(':organizationId/roles')
  @AllowAssigning()
  async listOfOrganization(
    @FromPath('application') { id }: ApplicationRow,
    @FromPath('organization') organization: OrganizationRow,
    @Owned() owned: OwnedPermissions,
  ) {
    const rows = await this.find(id, organization.id, owned);
    return {
      role_organization_assignments: rows.map(({ organizationId, roleId }) => ({
        organization_id: organizationId,
        role_id: roleId,
      })),
    };
  }

  @Put(assignment)
  @HttpCode(201)
  @AllowAssigning()
  async assign(
    @Req() request: ApiRequest,
    @FromPath('application') application: ApplicationRow,
    @FromPath('organization') organization: OrganizationRow,
    @FromPath('role') role: RoleRow,
    @FromPath('organizationRole') roleOrganization: OrganizationRole,
    @Owned() owned: OwnedPermissions,
  ) {
    const assignee = { organizationId: organization.id, roleOrganization };
    await this.assignments.assign(application.id, role.id, assignee, owned);
    this.trail.record(request, 'role.organization.assign', organization.id, {
      role: role.id,
      to: roleOrganization,
    });
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
  assignByPost(
    @Req() request: ApiRequest,
    @FromPath('application') application: ApplicationRow,
    @FromPath('organization') organization: OrganizationRow,
    @FromPath('role') role: RoleRow,
    @FromPath('organizationRole') roleOrganization: OrganizationRole,
    @Owned() owned: OwnedPermissions,
  ) {
    return this.assign(request, application, organization, role, roleOrganization, owned);
  }

  @Delete(assignment)
  @HttpCode(204)
  @AllowAssigning()
  async remove(
    @Req() request: ApiRequest,
    @FromPath('application') application: ApplicationRow,
    @FromPath('organization') organization: OrganizationRow,
    @FromPath('role') role: RoleRow,
    @FromPath('organizationRole') roleOrganization: OrganizationRole,
    @Owned() owned: OwnedPermissions,
  ): Promise<void> {
    const assignee = { organizationId: organization.id, roleOrganization };
    await this.assignments.remove(application.id, role.id, assignee, {
      owned,
      callerId: request.caller?.id ?? '',
    });
    this.trail.record(request, 'role.organization.remove', organization.id, {
      role: role.id,
      to: roleOrganization,
    });
  }

  /** Only roles that the caller may assign. */
  private async find(applicationId: string, organizationId: string | undefined, owned: OwnedPermissions) {
    const assignable = await this.assignments.assignableIds(applicationId, owned);
    const rows = await this.rows.find({
      where: { applicationId, organizationId: organizationId ?? Not(IsNull()) },
      order: { organizationId: 'ASC', roleId: 'ASC', roleOrganization: 'ASC' },
    });
    const visible = rows.filter(({ roleId }) => assignable.has(roleId));
    if (visible.length === 0) throw notFound('Assignments not found');
    return visible;
  }
}
