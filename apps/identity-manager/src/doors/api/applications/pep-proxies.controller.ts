import { Delete, Get, HttpCode, Patch, Post, Req } from '@nestjs/common';
import { ApiController } from '../api-controller';
import { FromPath, type ApiRequest } from '../../../access/api-request';
import { AuditTrail } from '../audit-trail';
import { AllowPermission } from '../../../access/rule';
import { may } from '../../../subjects/roles/internal-permission';
import { ApplicationRow } from '../../../database/entities/application.row';
import { MachineAccounts } from '../../../subjects/applications/machine-accounts.service';

/** The PEP proxy of an application. Its password is shown once. */
@ApiController('applications/:applicationId/pep_proxies')
export class PepProxiesController {
  constructor(
    private readonly accounts: MachineAccounts,
    private readonly trail: AuditTrail,
  ) {}

  @Get()
  @AllowPermission(may.manageApplication)
  async read(@FromPath('application') { id }: ApplicationRow) {
    const proxy = await this.accounts.getProxy(id);
    return { pep_proxy: { id: proxy.id, oauth_client_id: id } };
  }

  @Post()
  @AllowPermission(may.manageApplication)
  async create(@Req() request: ApiRequest, @FromPath('application') { id }: ApplicationRow) {
    const account = await this.accounts.createProxy(id);
    this.trail.record(request, 'pep-proxy.create', account.id);
    return { pep_proxy: account };
  }

  @Patch()
  @AllowPermission(may.manageApplication)
  async resetPassword(@Req() request: ApiRequest, @FromPath('application') { id }: ApplicationRow) {
    const proxy = await this.accounts.getProxy(id);
    const password = await this.accounts.resetProxy(proxy.id);
    this.trail.record(request, 'pep-proxy.password', proxy.id);
    return { new_password: password };
  }

  @Delete()
  @HttpCode(204)
  @AllowPermission(may.manageApplication)
  async delete(@Req() request: ApiRequest, @FromPath('application') { id }: ApplicationRow): Promise<void> {
    const proxy = await this.accounts.getProxy(id);
    await this.accounts.deleteProxy(proxy.id);
    this.trail.record(request, 'pep-proxy.delete', proxy.id);
  }
}
