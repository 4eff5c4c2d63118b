import { Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { Acting, FromPath } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import { ApplicationRow } from '../../../database/entities/application.row';
import { PepProxies } from '../../../subjects/applications/pep-proxies.service';
import type { Actor } from '../../../subjects/audit/actor';
import { may } from '../../../subjects/roles/internal-permission';
import { ApiController } from '../api-controller';
import { bodyOf, wrapped } from '../../../openapi/content';
import { ApiRoute } from '../described-route';
import { Machine, MachineAccount, NewPassword } from './machine-answers';

/** The PEP proxy of an application. Its password is shown once. */
@ApiController('applications/:applicationId/pep_proxies', 'PEP proxies and IoT agents')
export class PepProxiesController {
  constructor(private readonly proxies: PepProxies) {}

  @Get()
  @AllowPermission(may.manageApplication)
  @ApiRoute('Show the PEP proxy', { answers: wrapped('pep_proxy', Machine) })
  async read(@FromPath('application') application: ApplicationRow) {
    const { id } = await this.proxies.get(application);
    return { pep_proxy: { id, oauth_client_id: application.id } };
  }

  @Post()
  @AllowPermission(may.manageApplication)
  @ApiRoute('Create the PEP proxy', {
    answers: wrapped('pep_proxy', MachineAccount),
    conflict: 'It has one',
  })
  async create(@Acting() actor: Actor, @FromPath('application') application: ApplicationRow) {
    return { pep_proxy: await this.proxies.create(actor, application) };
  }

  @Patch()
  @AllowPermission(may.manageApplication)
  @ApiRoute('Make a new password for the PEP proxy', { answers: bodyOf(NewPassword) })
  async resetPassword(@Acting() actor: Actor, @FromPath('application') application: ApplicationRow) {
    const { password } = await this.proxies.resetPassword(actor, application);
    return { new_password: password };
  }

  @Delete()
  @HttpCode(204)
  @AllowPermission(may.manageApplication)
  @ApiRoute('Delete the PEP proxy')
  delete(@Acting() actor: Actor, @FromPath('application') application: ApplicationRow): Promise<void> {
    return this.proxies.delete(actor, application);
  }
}
