import { Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import { may } from '../../../subjects/roles/internal-permission';
import { OPTIONS, type Options } from '../../../cli/options';
import { ENTITY_VERBS } from '@smart-city/authz';
import type { PermissionRow } from '../../../database/entities/role.row';
import { problemsOf, problemsOfError } from '../../../pages/form-problems';
import { ChangePermission } from '../../../subjects/roles/permission-input';
import { PermissionsService } from '../../../subjects/roles/permissions.service';
import { refuseInternal } from '../../../subjects/roles/refuse-internal';
import { readShape } from '../../../validation/read-shape';
import { FORM } from '../../../validation/rule';
import { RulePages } from '../../../pages/rule.guard';
import type { FormErrors } from '../../../pages/form';
import type { PageResponse, Visit } from '../../../pages/visit';
import { ApplicationQuestions } from './application-questions';
import { frameOf, rolesPathOf } from './application-frame';
import {
  PERMISSION_KINDS,
  fieldsOfPermission,
  permissionFieldNames,
  permissionKind,
  permissionMembers,
  readPermissionFields,
  verbs,
  type PermissionFields,
} from './permission-form';

/** One permission of an application: edit and delete. */
@RulePages('idm/applications/:applicationId/edit/roles/permissions/:permissionId')
export class PermissionPagesController {
  constructor(
    private readonly permissions: PermissionsService,
    private readonly questions: ApplicationQuestions,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get()
  @AllowPermission(may.manageRoles)
  page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): void {
    const fields = fieldsOfPermission(ownPermissionOf(request));
    const kind = visit.query('kind');
    this.show(visit, request, { ...fields, ...(kind !== '' && { kind: permissionKind(kind) }) });
  }

  @Post()
  @AllowPermission(may.manageRoles)
  async edit(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const { level } = this.options.pdp;
    const permission = ownPermissionOf(request);
    const fields = readPermissionFields(visit.form);
    const { input, faults } = readShape(ChangePermission, permissionMembers(fields, level), FORM);
    if (faults.length > 0) return this.show(visit, request, fields, problemsOf(faults, permissionFieldNames));
    try {
      await this.permissions.change(visit.actor, permission, input);
      visit.go(rolesPathOf(request), 'flash.saved');
    } catch (error) {
      this.show(visit, request, fields, problemsOfError(error, permissionFieldNames));
    }
  }

  @Post('delete')
  @AllowPermission(may.manageRoles)
  async delete(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const permission = ownPermissionOf(request);
    if (!(await this.questions.aboutPermission(visit, request, permission))) return;
    await this.permissions.delete(visit.actor, permission);
    visit.go(rolesPathOf(request), 'flash.deleted');
  }

  private show(visit: Visit, request: ApiRequest, values: PermissionFields, errors: FormErrors = {}): void {
    const { level } = this.options.pdp;
    const permission = ownPermissionOf(request);
    const view = {
      ...frameOf(request, 'roles'),
      permission,
      ...{ kinds: PERMISSION_KINDS, kind: values.kind, entityVerbs: ENTITY_VERBS },
      // It was of the other kind, and will be of this one when it is saved.
      becomes: values.kind !== fieldsOfPermission(permission).kind,
      values,
      verbs,
      level,
      errors,
    };
    visit.show('applications/permission', view, Object.keys(errors).length > 0 ? 422 : 200);
  }
}

/** Permissions of the service itself are not the application's. */
function ownPermissionOf({ objects }: ApiRequest): PermissionRow {
  if (!objects?.permission) throw new Error('the route names no permission');
  refuseInternal(objects.permission);
  return objects.permission;
}
