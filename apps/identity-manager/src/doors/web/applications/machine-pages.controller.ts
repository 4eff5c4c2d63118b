import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import { may } from '../../../subjects/roles/internal-permission';
import { IotAgentsController } from '../../api/applications/iot-agents.controller';
import {
  MachineAccounts,
  type NewMachineAccount,
} from '../../../subjects/applications/machine-accounts.service';
import { PepProxiesController } from '../../api/applications/pep-proxies.controller';
import { ApiError, badRequest } from '../../../http/api-errors';
import { FormOnce } from '../../../pages/form-once';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { applicationOf, frameOf } from './application-frame';

/** PEP proxy and IoT agents of an application; their passwords are shown once. */
@RulePages('idm/applications/:applicationId/machines')
export class MachinePagesController {
  constructor(
    private readonly accounts: MachineAccounts,
    private readonly proxies: PepProxiesController,
    private readonly agents: IotAgentsController,
    private readonly once: FormOnce,
  ) {}

  @Get()
  @AllowPermission(may.manageApplication)
  page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    return this.show(visit, request);
  }

  @Post('pep_proxy')
  @AllowPermission(may.manageApplication)
  async createProxy(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    if (!(await this.once.claim(visit))) return this.back(visit, request, 'flash.twice');
    const { pep_proxy } = await this.proxies.create(request, applicationOf(request));
    await this.show(visit, request, pep_proxy);
  }

  @Post('pep_proxy/password')
  @AllowPermission(may.manageApplication)
  async resetProxy(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const { id } = await this.accounts.getProxy(applicationOf(request).id);
    const { new_password } = await this.proxies.resetPassword(request, applicationOf(request));
    await this.show(visit, request, { id, password: new_password });
  }

  @Post('pep_proxy/delete')
  @AllowPermission(may.manageApplication)
  async deleteProxy(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    await this.proxies.delete(request, applicationOf(request));
    this.back(visit, request);
  }

  @Post('iot_agents')
  @AllowPermission(may.manageApplication)
  async createAgent(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    if (!(await this.once.claim(visit))) return this.back(visit, request, 'flash.twice');
    const { iot_agent } = await this.agents.create(request, applicationOf(request));
    await this.show(visit, request, iot_agent);
  }

  @Post('iot_agents/:iotAgentId/password')
  @AllowPermission(may.manageApplication)
  async resetAgent(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const agent = agentOf(request);
    const { new_password } = await this.agents.resetPassword(request, agent);
    await this.show(visit, request, { id: agent.id, password: new_password });
  }

  @Post('iot_agents/:iotAgentId/delete')
  @AllowPermission(may.manageApplication)
  async deleteAgent(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    await this.agents.delete(request, agentOf(request));
    this.back(visit, request);
  }

  private back(visit: Visit, request: ApiRequest, flash = 'flash.deleted'): void {
    visit.go(`/idm/applications/${encodeURIComponent(applicationOf(request).id)}/machines`, flash);
  }

  private async show(visit: Visit, request: ApiRequest, account?: NewMachineAccount): Promise<void> {
    const { id } = applicationOf(request);
    const proxy = await this.accounts.getProxy(id).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    });
    visit.show('applications/machines', {
      ...frameOf(request, 'machines'),
      proxy,
      agents: await this.accounts.listAgents(id),
      account,
    });
  }
}

function agentOf({ objects }: ApiRequest) {
  if (!objects?.iotAgent) throw badRequest('no agent');
  return objects.iotAgent;
}
