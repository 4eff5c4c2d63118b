import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import { may } from '../../../subjects/roles/internal-permission';
import { IotAgents } from '../../../subjects/applications/iot-agents.service';
import type { NewMachineAccount } from '../../../subjects/applications/new-machine-account';
import { PepProxies } from '../../../subjects/applications/pep-proxies.service';
import { FormOnce } from '../../../pages/form-once';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { ApplicationQuestions } from './application-questions';
import { applicationOf, frameOf } from './application-frame';

/** PEP proxy and IoT agents of an application; their passwords are shown once. */
@RulePages('idm/applications/:applicationId/machines')
export class MachinePagesController {
  constructor(
    private readonly proxies: PepProxies,
    private readonly agents: IotAgents,
    private readonly once: FormOnce,
    private readonly questions: ApplicationQuestions,
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
    await this.show(visit, request, await this.proxies.create(visit.actor, applicationOf(request)));
  }

  @Post('pep_proxy/password')
  @AllowPermission(may.manageApplication)
  async resetProxy(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    if (!this.questions.aboutMachine(visit, request, 'proxy', 'password')) return;
    await this.show(visit, request, await this.proxies.resetPassword(visit.actor, applicationOf(request)));
  }

  @Post('pep_proxy/delete')
  @AllowPermission(may.manageApplication)
  async deleteProxy(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    if (!this.questions.aboutMachine(visit, request, 'proxy', 'delete')) return;
    await this.proxies.delete(visit.actor, applicationOf(request));
    this.back(visit, request);
  }

  @Post('iot_agents')
  @AllowPermission(may.manageApplication)
  async createAgent(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    if (!(await this.once.claim(visit))) return this.back(visit, request, 'flash.twice');
    await this.show(visit, request, await this.agents.create(visit.actor, applicationOf(request)));
  }

  @Post('iot_agents/:iotAgentId/password')
  @AllowPermission(may.manageApplication)
  async resetAgent(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const agent = agentOf(request);
    if (!this.questions.aboutMachine(visit, request, 'agent', 'password', agent.id)) return;
    await this.show(visit, request, await this.agents.resetPassword(visit.actor, agent));
  }

  @Post('iot_agents/:iotAgentId/delete')
  @AllowPermission(may.manageApplication)
  async deleteAgent(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const agent = agentOf(request);
    if (!this.questions.aboutMachine(visit, request, 'agent', 'delete', agent.id)) return;
    await this.agents.delete(visit.actor, agent);
    this.back(visit, request);
  }

  private back(visit: Visit, request: ApiRequest, flash = 'flash.deleted'): void {
    visit.go(`/idm/applications/${encodeURIComponent(applicationOf(request).id)}/machines`, flash);
  }

  private async show(visit: Visit, request: ApiRequest, account?: NewMachineAccount): Promise<void> {
    const application = applicationOf(request);
    visit.show('applications/machines', {
      ...frameOf(request, 'machines'),
      proxy: await this.proxies.find(application),
      agents: await this.agents.list(application),
      account,
    });
  }
}

function agentOf({ objects }: ApiRequest) {
  if (!objects?.iotAgent) throw new Error('the route names no agent');
  return objects.iotAgent;
}
