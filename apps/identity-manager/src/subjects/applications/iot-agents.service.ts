import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ApplicationRow, IotAgentRow } from '../../database/entities/application.row';
import { AttemptLimiter } from '../../limits/attempt-limiter';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import { PasswordHasher } from '../users/password-hasher';
import { MachineAccountsRepository } from './machine-accounts.repository';
import type { NewMachineAccount } from './new-machine-account';

type Application = Pick<ApplicationRow, 'id'>;

const newName = () => `iot_sensor_${randomUUID()}`;

/** Accounts of IoT agents, any number per application. Doors ask before whether the actor manages the application. */
@Injectable()
export class IotAgents {
  constructor(
    private readonly accounts: MachineAccountsRepository,
    private readonly hasher: PasswordHasher,
    private readonly limiter: AttemptLimiter,
    private readonly changes: StateChanges,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Oldest first. */
  list({ id }: Application): Promise<readonly IotAgentRow[]> {
    return this.accounts.agentsOf(id);
  }

  /** Null unless the application has an agent of this id. */
  find({ id: applicationId }: Application, id: string): Promise<IotAgentRow | null> {
    return this.accounts.findAgent(applicationId, id);
  }

  async create(actor: Actor, { id: applicationId }: Application): Promise<NewMachineAccount> {
    const account = { id: newName(), password: newName() };
    const passwordHash = await this.hasher.hash(account.password);
    const agent = { id: account.id, passwordHash, applicationId, createdAt: this.clock.now() };
    await this.accounts.addAgent(agent);
    this.record(actor, 'iot-agent.create', agent);
    return account;
  }

  /**
   * The agent of the application that has this password. Takes the same time for nobody, and stores a new hash when the
   * old one is of an older form.
   *
   * @throws TooMany or Busy
   */
  async authenticate(
    applicationId: string,
    id: string,
    password: string,
    address: string | undefined,
  ): Promise<IotAgentRow | undefined> {
    const agent = await this.accounts.findAgent(applicationId, id);
    const found = await this.limiter.reserve({ kind: 'secret' }, address, async () => {
      const { matches, needsRehash } = await this.hasher.check(agent?.passwordHash, password, address);
      if (!agent || !matches) return undefined;
      if (needsRehash) await this.accounts.rehashAgent(agent, await this.hasher.hash(password, address));
      return agent;
    });
    if (!found) {
      const details = { through: 'iot-agent' };
      this.audit.record({ event: 'login', outcome: 'failure', applicationId, subject: id, address, details });
    }
    return found;
  }

  /** A new password; tokens got with the old one end. */
  async resetPassword(actor: Actor, agent: IotAgentRow): Promise<NewMachineAccount> {
    const password = newName();
    await this.accounts.setAgentPassword(agent.id, await this.hasher.hash(password), this.clock.now());
    this.changes.tell('tokens of agent', { iotAgentId: agent.id });
    this.record(actor, 'iot-agent.password', agent);
    return { id: agent.id, password };
  }

  async delete(actor: Actor, agent: IotAgentRow): Promise<void> {
    await this.accounts.deleteAgent(agent.id);
    this.changes.tell('tokens of agent', { iotAgentId: agent.id });
    this.record(actor, 'iot-agent.delete', agent);
  }

  private record(actor: Actor, event: string, { id: subject, applicationId }: IotAgentRow): void {
    this.audit.recordDone(actor, event, { applicationId, subject });
  }
}
