import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { IotAgentRow, PepProxyRow } from '../../database/entities/application.row';
import { AccessTokenRow, ApiTokenRow, RefreshTokenRow } from '../../database/entities/token.row';
import { propertiesOf } from '../../database/names';
import { Sql } from '../../database/sql';
import { canBeStored, isRowOf } from '../../database/stored-text';
import { deleteWhere, insertInto, updateWhere } from '../../database/statements';

const insertProxy = insertInto(PepProxyRow, propertiesOf(PepProxyRow));
const rehashProxy = updateWhere(
  PepProxyRow,
  ['passwordHash'],
  (proxy) => `${proxy.id} = ? AND ${proxy.passwordHash} = ?`,
);
const removeProxy = deleteWhere(PepProxyRow, (proxy) => `${proxy.id} = ?`);
const insertAgent = insertInto(IotAgentRow, propertiesOf(IotAgentRow));
const rehashAgent = updateWhere(
  IotAgentRow,
  ['passwordHash'],
  (agent) => `${agent.id} = ? AND ${agent.passwordHash} = ?`,
);
const removeAgent = deleteWhere(IotAgentRow, (agent) => `${agent.id} = ?`);
const setProxyPassword = updateWhere(PepProxyRow, ['passwordHash'], (proxy) => `${proxy.id} = ?`);
const endApiTokens = deleteWhere(ApiTokenRow, (token) => `${token.pepProxyId} = ?`);
const setAgentPassword = updateWhere(IotAgentRow, ['passwordHash'], (agent) => `${agent.id} = ?`);
const revokeRefreshTokens = updateWhere(
  RefreshTokenRow,
  ['revokedAt'],
  (token) => `${token.iotAgentId} = ? AND ${token.revokedAt} IS NULL`,
);
const revokeAccessTokens = updateWhere(
  AccessTokenRow,
  ['revokedAt'],
  (token) => `${token.iotAgentId} = ? AND ${token.revokedAt} IS NULL`,
);

/** Where the accounts of machines are kept. */
@Injectable()
export class MachineAccountsRepository {
  constructor(
    @InjectRepository(PepProxyRow) private readonly proxies: Repository<PepProxyRow>,
    @InjectRepository(IotAgentRow) private readonly agents: Repository<IotAgentRow>,
    private readonly sql: Sql,
  ) {}

  proxyOf(applicationId: string): Promise<PepProxyRow | null> {
    return this.proxies.findOneBy({ applicationId });
  }

  /** That of this id, whatever its application. */
  async findProxy(id: string): Promise<PepProxyRow | null> {
    const row = canBeStored(id) ? await this.proxies.findOneBy({ id }) : null;
    return isRowOf(id, row) ? row : null;
  }

  /** A stronger hash of the same password, unless the password was changed meanwhile. */
  async rehashProxy({ id, passwordHash: before }: PepProxyRow, passwordHash: string): Promise<void> {
    await this.sql.run(rehashProxy({ passwordHash }, id, before));
  }

  /** @throws a duplicate error (see `isDuplicate`) when the application has one */
  async addProxy(proxy: PepProxyRow): Promise<void> {
    await this.sql.run(insertProxy(proxy));
  }

  /** API tokens got with the old password end. */
  async setProxyPassword(id: string, passwordHash: string): Promise<void> {
    await this.sql.atomically([setProxyPassword({ passwordHash }, id), endApiTokens(id)]);
  }

  async deleteProxy(id: string): Promise<void> {
    await this.sql.run(removeProxy(id));
  }

  /** Oldest first. */
  agentsOf(applicationId: string): Promise<IotAgentRow[]> {
    return this.agents.find({ where: { applicationId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  async findAgent(applicationId: string, id: string): Promise<IotAgentRow | null> {
    const row = canBeStored(id) ? await this.agents.findOneBy({ id, applicationId }) : null;
    return isRowOf(id, row) ? row : null;
  }

  /** A stronger hash of the same password, unless the password was changed meanwhile. */
  async rehashAgent({ id, passwordHash: before }: IotAgentRow, passwordHash: string): Promise<void> {
    await this.sql.run(rehashAgent({ passwordHash }, id, before));
  }

  async addAgent(agent: IotAgentRow): Promise<void> {
    await this.sql.run(insertAgent(agent));
  }

  /** Tokens got with the old password end. */
  async setAgentPassword(id: string, passwordHash: string, revokedAt: number): Promise<void> {
    await this.sql.atomically([
      setAgentPassword({ passwordHash }, id),
      revokeRefreshTokens({ revokedAt }, id),
      revokeAccessTokens({ revokedAt }, id),
    ]);
  }

  async deleteAgent(id: string): Promise<void> {
    await this.sql.run(removeAgent(id));
  }
}
