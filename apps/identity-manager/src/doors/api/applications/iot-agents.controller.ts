import { Delete, Get, HttpCode, Patch, Post, Req } from '@nestjs/common';
import { ApiController } from '../api-controller';
import { FromPath, type ApiRequest } from '../../../access/api-request';
import { AuditTrail } from '../audit-trail';
import { AllowPermission } from '../../../access/rule';
import { may } from '../../../subjects/roles/internal-permission';
import { notFound } from '../../../http/api-errors';
import { ApplicationRow, IotAgentRow } from '../../../database/entities/application.row';
import { MachineAccounts } from '../../../subjects/applications/machine-accounts.service';

/** IoT agents of an application. Their passwords are shown once. */
@ApiController('applications/:applicationId/iot_agents')
export class IotAgentsController {
  constructor(
    private readonly accounts: MachineAccounts,
    private readonly trail: AuditTrail,
  ) {}

  @Get()
  @AllowPermission(may.manageApplication)
  async list(@FromPath('application') { id }: ApplicationRow) {
    const agents = await this.accounts.listAgents(id);
    if (agents.length === 0) throw notFound('Iot agents not found');
    return { iot_agents: agents.map((agent) => ({ id: agent.id })) };
  }

  @Post()
  @AllowPermission(may.manageApplication)
  async create(@Req() request: ApiRequest, @FromPath('application') { id }: ApplicationRow) {
    const account = await this.accounts.createAgent(id);
    this.trail.record(request, 'iot-agent.create', account.id);
    return { iot_agent: account };
  }

  @Get(':iotAgentId')
  @AllowPermission(may.manageApplication)
  read(@FromPath('iotAgent') agent: IotAgentRow) {
    return { iot_agent: { id: agent.id, oauth_client_id: agent.applicationId } };
  }

  @Patch(':iotAgentId')
  @AllowPermission(may.manageApplication)
  async resetPassword(@Req() request: ApiRequest, @FromPath('iotAgent') { id }: IotAgentRow) {
    const password = await this.accounts.resetAgent(id);
    this.trail.record(request, 'iot-agent.password', id);
    return { new_password: password };
  }

  @Delete(':iotAgentId')
  @HttpCode(204)
  @AllowPermission(may.manageApplication)
  async delete(@Req() request: ApiRequest, @FromPath('iotAgent') { id }: IotAgentRow): Promise<void> {
    await this.accounts.deleteAgent(id);
    this.trail.record(request, 'iot-agent.delete', id);
  }
}
