import { Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { Acting, FromPath } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import { ApplicationRow, IotAgentRow } from '../../../database/entities/application.row';
import { NotFound } from '../../../faults/faults';
import { IotAgents } from '../../../subjects/applications/iot-agents.service';
import type { Actor } from '../../../subjects/audit/actor';
import { may } from '../../../subjects/roles/internal-permission';
import { ApiController } from '../api-controller';
import { bodyOf, listed, wrapped } from '../../../openapi/content';
import { ApiRoute } from '../described-route';
import { ListedMachine, Machine, MachineAccount, NewPassword } from './machine-answers';

/** IoT agents of an application. Their passwords are shown once. */
@ApiController('applications/:applicationId/iot_agents', 'PEP proxies and IoT agents')
export class IotAgentsController {
  constructor(private readonly agents: IotAgents) {}

  @Get()
  @AllowPermission(may.manageApplication)
  @ApiRoute('List IoT agents', { answers: listed('iot_agents', ListedMachine) })
  async list(@FromPath('application') application: ApplicationRow) {
    const agents = await this.agents.list(application);
    if (agents.length === 0) throw new NotFound('iotAgents');
    return { iot_agents: agents.map(({ id }) => ({ id })) };
  }

  @Post()
  @AllowPermission(may.manageApplication)
  @ApiRoute('Create an IoT agent', { answers: wrapped('iot_agent', MachineAccount) })
  async create(@Acting() actor: Actor, @FromPath('application') application: ApplicationRow) {
    return { iot_agent: await this.agents.create(actor, application) };
  }

  @Get(':iotAgentId')
  @AllowPermission(may.manageApplication)
  @ApiRoute('Show an IoT agent', { answers: wrapped('iot_agent', Machine) })
  read(@FromPath('iotAgent') agent: IotAgentRow) {
    return { iot_agent: { id: agent.id, oauth_client_id: agent.applicationId } };
  }

  @Patch(':iotAgentId')
  @AllowPermission(may.manageApplication)
  @ApiRoute('Make a new password for an IoT agent', { answers: bodyOf(NewPassword) })
  async resetPassword(@Acting() actor: Actor, @FromPath('iotAgent') agent: IotAgentRow) {
    const { password } = await this.agents.resetPassword(actor, agent);
    return { new_password: password };
  }

  @Delete(':iotAgentId')
  @HttpCode(204)
  @AllowPermission(may.manageApplication)
  @ApiRoute('Delete an IoT agent')
  delete(@Acting() actor: Actor, @FromPath('iotAgent') agent: IotAgentRow): Promise<void> {
    return this.agents.delete(actor, agent);
  }
}
