import { Body, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { Acting, FromPath, Owned } from '../../../access/api-request';
import { AllowAnyUser, AllowCreating, AllowPermission } from '../../../access/rule';
import { ApplicationRow } from '../../../database/entities/application.row';
import { ApplicationList } from '../../../subjects/applications/application-list.service';
import { ChangeApplication, CreateApplication } from '../../../subjects/applications/application-input';
import { ApplicationSecrets } from '../../../subjects/applications/application-secrets.service';
import { ApplicationsService } from '../../../subjects/applications/applications.service';
import type { Actor } from '../../../subjects/audit/actor';
import { may } from '../../../subjects/roles/internal-permission';
import type { OwnedPermissions } from '../../../subjects/roles/owned-permissions.service';
import { ApiController } from '../api-controller';
import { bodyOf, eitherOf, listed, wrapped } from '../../../openapi/content';
import { Text } from '../../../openapi/described';
import { Changed, changesBetween, renderChanges, Unchanged } from '../changes';
import { ApiRoute } from '../described-route';
import { parsePaging } from '../paging';
import {
  CreatedApplication,
  ListedApplication,
  ShownApplication,
  renderWhole,
  renderApplicationWithUrls,
  renderCreatedApplication,
  renderListedApplication,
} from './render-application';

class NewSecret {
  @Text() new_secret!: string;
}

const newApplication = {
  name: 'Parks',
  redirect_uri: ['example.city.parks:/back'],
  grant_type: ['authorization_code', 'refresh_token'],
};

/** Applications. */
@ApiController('applications', 'Applications')
export class ApplicationsController {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly secrets: ApplicationSecrets,
    private readonly visible: ApplicationList,
  ) {}

  @Get()
  @AllowAnyUser()
  @ApiRoute('List applications in which one has a role', {
    answers: listed('applications', ListedApplication),
    paged: true,
  })
  async list(@Acting() actor: Actor, @Query() query: Record<string, unknown>) {
    const listed = await this.visible.of(actor.user, parsePaging(query));
    const shown = this.secrets.readList(
      actor,
      listed.filter(({ isManaged }) => isManaged).map(({ application }) => application),
    );
    return {
      applications: listed.map(({ application }) =>
        renderListedApplication(application, shown.get(application.id) ?? null),
      ),
    };
  }

  @Post()
  @AllowCreating()
  @ApiRoute('Register an application; its creator becomes provider', {
    takes: wrapped('application', CreateApplication, newApplication),
    answers: wrapped('application', CreatedApplication),
    conflict: 'Another application has the id, or the address',
  })
  async create(@Acting() actor: Actor, @Body('application') input: CreateApplication) {
    const application = await this.applications.create(actor, input);
    return { application: renderCreatedApplication(application, this.secrets.of(application)) };
  }

  @Get(':applicationId')
  @AllowPermission('1', '2', '3', '5', '6')
  @ApiRoute('Show an application', { answers: wrapped('application', ShownApplication) })
  read(
    @Acting() actor: Actor,
    @FromPath('application') application: ApplicationRow,
    @Owned() { permissions }: OwnedPermissions,
  ) {
    const secrets = permissions.has(may.manageApplication)
      ? this.secrets.read(actor, application)
      : undefined;
    return { application: renderApplicationWithUrls(application, secrets) };
  }

  @Patch(':applicationId')
  @AllowPermission(may.manageApplication)
  @ApiRoute('Change an application', {
    takes: wrapped('application', ChangeApplication, { description: null, token_types: ['jwt'] }),
    answers: eitherOf(Changed, Unchanged),
    conflict: 'Another application has the address',
  })
  async update(
    @Acting() actor: Actor,
    @FromPath('application') application: ApplicationRow,
    @Body('application') input: ChangeApplication,
  ) {
    const changed = await this.applications.change(actor, application, input);
    const rendered = (row: ApplicationRow) => renderWhole(row, this.secrets.of(row));
    return renderChanges('application', changesBetween(rendered(application), rendered(changed)));
  }

  @Delete(':applicationId')
  @HttpCode(204)
  @AllowPermission(may.manageApplication)
  @ApiRoute('Delete an application with its tokens')
  delete(@Acting() actor: Actor, @FromPath('application') application: ApplicationRow): Promise<void> {
    return this.applications.delete(actor, application);
  }

  /** Not in Keyrock: a new client secret; the old one stops working at once. */
  @Post(':applicationId/secret')
  @AllowPermission(may.manageApplication)
  @ApiRoute('Make a new client secret', { answers: bodyOf(NewSecret) })
  async rotateSecret(@Acting() actor: Actor, @FromPath('application') application: ApplicationRow) {
    return { new_secret: await this.secrets.rotate(actor, application) };
  }
}
