import { Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { Acting, FromPath } from '../../../access/api-request';
import { AllowAssigning } from '../../../access/rule';
import { ApplicationRow } from '../../../database/entities/application.row';
import { RoleRow, type RoleAssignmentRow } from '../../../database/entities/role.row';
import { UserRow } from '../../../database/entities/user.row';
import { NotFound } from '../../../faults/faults';
import type { Actor } from '../../../subjects/audit/actor';
import { RoleAssignments } from '../../../subjects/roles/role-assignments.service';
import { ApiController } from '../api-controller';
import { listed, wrapped } from '../../../openapi/content';
import { Text } from '../../../openapi/described';
import { ApiRoute, OldApiRoute } from '../described-route';

class UserRole {
  @Text() user_id!: string;
  @Text() role_id!: string;
}

/** A role just given. */
class GivenUserRole extends UserRole {
  @Text() oauth_client_id!: string;
}

const assigned = listed('role_user_assignments', UserRole);
const giving = 'Give a role to a user';
const given = wrapped('role_user_assignments', GivenUserRole);

function renderList(rows: readonly RoleAssignmentRow[]) {
  if (rows.length === 0) throw new NotFound('assignments');
  return { role_user_assignments: rows.map(({ userId, roleId }) => ({ user_id: userId, role_id: roleId })) };
}

/** Roles of users in an application; those that the caller may assign. */
@ApiController('applications/:applicationId/users', 'Role assignments')
export class RoleUsersController {
  constructor(private readonly assignments: RoleAssignments) {}

  @Get()
  @AllowAssigning()
  @ApiRoute('List roles of users', { answers: assigned })
  async list(@Acting() actor: Actor, @FromPath('application') application: ApplicationRow) {
    return renderList(await this.assignments.ofUsers(actor, application));
  }

  @Get(':userId/roles')
  @AllowAssigning()
  @ApiRoute('List roles of a user', { answers: assigned })
  async listOfUser(
    @Acting() actor: Actor,
    @FromPath('application') application: ApplicationRow,
    @FromPath('user') user: UserRow,
  ) {
    return renderList(await this.assignments.ofUsers(actor, application, user.id));
  }

  @Put(':userId/roles/:roleId')
  @HttpCode(201)
  @AllowAssigning()
  @ApiRoute(giving, { answers: given })
  async assign(
    @Acting() actor: Actor,
    @FromPath('application') application: ApplicationRow,
    @FromPath('user') user: UserRow,
    @FromPath('role') role: RoleRow,
  ) {
    await this.assignments.give(actor, application, role, { userId: user.id });
    return { role_user_assignments: { role_id: role.id, user_id: user.id, oauth_client_id: application.id } };
  }

  /** The deprecated form of `assign`. */
  @Post(':userId/roles/:roleId')
  @AllowAssigning()
  @OldApiRoute(giving, given)
  assignByPost(
    @Acting() actor: Actor,
    @FromPath('application') application: ApplicationRow,
    @FromPath('user') user: UserRow,
    @FromPath('role') role: RoleRow,
  ) {
    return this.assign(actor, application, user, role);
  }

  @Delete(':userId/roles/:roleId')
  @HttpCode(204)
  @AllowAssigning()
  @ApiRoute('Take a role from a user', { conflict: 'The application would have no owner' })
  remove(
    @Acting() actor: Actor,
    @FromPath('application') application: ApplicationRow,
    @FromPath('user') user: UserRow,
    @FromPath('role') role: RoleRow,
  ): Promise<void> {
    return this.assignments.take(actor, application, role, { userId: user.id });
  }
}
