import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { isDuplicate } from '../../database/database-errors';
import { Sql } from '../../database/sql';
import { conflict, notFound } from '../../http/api-errors';
import type { Clock } from '../../service/clock';
import { Caches } from '../../service/timed-cache';
import { CLOCK } from '../../service/tokens';
import { PasswordHasher } from '../users/password-hasher';
import { IotAgentRow, PepProxyRow } from '../../database/entities/application.row';

/** Id and password of a new account; the only time the password is seen. */
export interface NewMachineAccount {
  readonly id: string;
  readonly password: string;
}

const newProxyName = () => `pep_proxy_${randomUUID()}`;
const newAgentName = () => `iot_sensor_${randomUUID()}`;

/** Accounts of machines: PEP proxies, at most one per application, and IoT agents. */
@Injectable()
export class MachineAccounts {
  constructor(
    @InjectEntityManager() private readonly rows: EntityManager,
    private readonly sql: Sql,
    private readonly hasher: PasswordHasher,
    private readonly caches: Caches,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ApiError 404 when the application has none */
  async getProxy(applicationId: string): Promise<PepProxyRow> {
    const proxy = await this.rows.findOneBy(PepProxyRow, { applicationId });
    if (!proxy) throw notFound('Pep Proxy not found');
    return proxy;
  }

  /** @throws ApiError 409 when the application has one already */
  async createProxy(applicationId: string): Promise<NewMachineAccount> {
    const taken = () => conflict('Pep Proxy already registered');
    if (await this.rows.existsBy(PepProxyRow, { applicationId })) throw taken();
    const account = { id: newProxyName(), password: newProxyName() };
    try {
      await this.insert(PepProxyRow, account, applicationId);
    } catch (error) {
      if (isDuplicate(error)) throw taken();
      throw error;
    }
    return account;
  }

  /** A new password; API tokens got with the old one end. */
  async resetProxy(id: string): Promise<string> {
    const password = newProxyName();
    const passwordHash = await this.hasher.hash(password);
    await this.sql.atomically([
      { sql: 'UPDATE pep_proxies SET password_hash = ? WHERE id = ?', values: [passwordHash, id] },
      { sql: 'DELETE FROM api_tokens WHERE pep_proxy_id = ?', values: [id] },
    ]);
    return password;
  }

  async deleteProxy(id: string): Promise<void> {
    await this.rows.delete(PepProxyRow, { id });
    this.caches.clear();
  }

  listAgents(applicationId: string): Promise<IotAgentRow[]> {
    return this.rows.find(IotAgentRow, { where: { applicationId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async createAgent(applicationId: string): Promise<NewMachineAccount> {
    const account = { id: newAgentName(), password: newAgentName() };
    await this.insert(IotAgentRow, account, applicationId);
    return account;
  }

  /** A new password; tokens got with the old one end. */
  async resetAgent(id: string): Promise<string> {
    const password = newAgentName();
    const passwordHash = await this.hasher.hash(password);
    const now = this.clock.now();
    await this.sql.atomically([
      { sql: 'UPDATE iot_agents SET password_hash = ? WHERE id = ?', values: [passwordHash, id] },
      ...['refresh_tokens', 'access_tokens'].map((table) => ({
        sql: `UPDATE ${table} SET revoked_at = ? WHERE iot_agent_id = ? AND revoked_at IS NULL`,
        values: [now, id],
      })),
    ]);
    this.caches.clear();
    return password;
  }

  async deleteAgent(id: string): Promise<void> {
    await this.rows.delete(IotAgentRow, { id });
    this.caches.clear();
  }

  private async insert(
    target: typeof PepProxyRow | typeof IotAgentRow,
    { id, password }: NewMachineAccount,
    applicationId: string,
  ): Promise<void> {
    const passwordHash = await this.hasher.hash(password);
    await this.rows.insert(target, { id, passwordHash, applicationId, createdAt: this.clock.now() });
  }
}
