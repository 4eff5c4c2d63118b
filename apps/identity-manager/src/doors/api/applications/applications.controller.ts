import { Body, Delete, Get, HttpCode, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiController } from '../api-controller';
import { Caller, FromPath, Owned, type ApiRequest } from '../../../access/api-request';
import { AuditTrail } from '../audit-trail';
import { renderChanges } from '../changes';
import { parsePaging } from '../paging';
import { AllowAnyUser, AllowCreating, AllowPermission } from '../../../access/rule';
import { may } from '../../../subjects/roles/internal-permission';
import type { OwnedPermissions } from '../../../subjects/roles/owned-permissions.service';
import { UserRow } from '../../../database/entities/user.row';
import { parseApplicationPatch, parseNewApplication } from './application-body';
import { ApplicationChanges } from '../../../subjects/applications/application-changes.service';
import { ApplicationList } from '../../../subjects/applications/application-list.service';
import { ApplicationRow } from '../../../database/entities/application.row';
import { ApplicationsService } from '../../../subjects/applications/applications.service';
import { renderApplicationWithUrls, renderCreatedApplication } from './render-application';

/** Applications. */
@ApiController('applications')
export class ApplicationsController {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly changes: ApplicationChanges,
    private readonly visible: ApplicationList,
    private readonly trail: AuditTrail,
  ) {}

  @Get()
  @AllowAnyUser()
  async list(@Req() request: ApiRequest, @Caller() caller: UserRow, @Query() query: Record<string, unknown>) {
    const { applications, withSecret } = await this.visible.of(caller, parsePaging(query));
    if (withSecret > 0)
      this.trail.record(request, 'application.secret.read', 'list', { applications: withSecret });
    return { applications };
  }

  @Post()
  @AllowCreating()
  async create(@Req() request: ApiRequest, @Caller() caller: UserRow, @Body() body: unknown) {
    const { row, ...secrets } = await this.changes.create({
      ...parseNewApplication(body),
      providerUserId: caller.id,
    });
    this.trail.record(request, 'application.create', row.id);
    return { application: renderCreatedApplication(row, secrets) };
  }

  @Get(':applicationId')
  @AllowPermission('1', '2', '3', '5', '6')
  read(
    @Req() request: ApiRequest,
    @FromPath('application') application: ApplicationRow,
    @Owned() { permissions }: OwnedPermissions,
  ) {
    const seesSecrets = permissions.has(may.manageApplication);
    if (seesSecrets) this.trail.record(request, 'application.secret.read', application.id);
    const secrets = seesSecrets ? this.applications.secretsOf(application) : undefined;
    return { application: renderApplicationWithUrls(application, secrets) };
  }

  @Patch(':applicationId')
  @AllowPermission(may.manageApplication)
  async update(
    @Req() request: ApiRequest,
    @FromPath('application') application: ApplicationRow,
    @Body() body: unknown,
  ) {
    const changes = await this.changes.apply(application, parseApplicationPatch(body, application));
    this.trail.record(request, 'application.update', application.id, { members: Object.keys(changes) });
    return renderChanges('application', changes);
  }

  @Delete(':applicationId')
  @HttpCode(204)
  @AllowPermission(may.manageApplication)
  async delete(
    @Req() request: ApiRequest,
    @FromPath('application') application: ApplicationRow,
  ): Promise<void> {
    await this.changes.delete(application);
    this.trail.record(request, 'application.delete', application.id);
  }

  /** Not in Keyrock: a new client secret; the old one stops working at once. */
  @Post(':applicationId/secret')
  @AllowPermission(may.manageApplication)
  async rotateSecret(@Req() request: ApiRequest, @FromPath('application') application: ApplicationRow) {
    const secret = await this.changes.rotateSecret(application);
    this.trail.record(request, 'application.secret.rotate', application.id);
    return { new_secret: secret };
  }
}
