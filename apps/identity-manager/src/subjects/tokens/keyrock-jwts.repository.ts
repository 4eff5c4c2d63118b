import { Injectable } from '@nestjs/common';
import { isDuplicate, isMissingReference } from '../../database/database-errors';
import { IotAgentRow } from '../../database/entities/application.row';
import { ConsentRow } from '../../database/entities/consent.row';
import { KeyrockRowRow } from '../../database/entities/keyrock-row.row';
import { UserRow } from '../../database/entities/user.row';
import { names } from '../../database/names';
import { query, selectFrom } from '../../database/query';
import { Sql } from '../../database/sql';
import { canBeStored, isRowOf } from '../../database/stored-text';
import { tokenHash } from '../../service/random-token';
import { TokensRepository, type AccessToken } from './tokens.repository';

const user = names(UserRow, 'u');
const consent = names(ConsentRow, 'c');

const letIn = query(
  { id: user.id },
  `FROM ${user.table} JOIN ${consent.table} ON ${consent.userId} = ${user.id}
    WHERE ${user.id} = ? AND ${consent.applicationId} = ? AND ${user.datePassword} <= ?`,
);

const ofKeyrock = selectFrom(
  KeyrockRowRow,
  ['target', 'seenAt'],
  (row) => `WHERE ${row.source} = ? AND ${row.sourceKey} = ?`,
);

const agentOf = selectFrom(
  IotAgentRow,
  ['id'],
  (agent) => `WHERE ${agent.id} = ? AND ${agent.applicationId} = ?`,
);

/** What an import from Keyrock left, as far as its tokens need it. */
@Injectable()
export class KeyrockJwtsRepository {
  constructor(
    private readonly sql: Sql,
    private readonly tokens: TokensRepository,
  ) {}

  /** What the row of this id there has become here, and when it was seen there last. */
  async imported(
    source: 'user' | 'oauth_client',
    id: string,
  ): Promise<{ readonly id: string | undefined; readonly seenAt: number } | undefined> {
    const row = await this.sql.first(ofKeyrock, source, tokenHash(id));
    if (!row) return undefined;
    const { key } = JSON.parse(row.target) as { readonly key: { readonly id?: string } };
    return { id: key.id, seenAt: row.seenAt };
  }

  /** Whether the user let the application in, with a password that has been the same since before the time. */
  async hasLetIn(userId: string, applicationId: string, since: number): Promise<boolean> {
    return canBeStored(userId) && isRowOf(userId, await this.sql.first(letIn, userId, applicationId, since));
  }

  async hasAgent(applicationId: string, agentId: string): Promise<boolean> {
    return canBeStored(agentId) && isRowOf(agentId, await this.sql.first(agentOf, agentId, applicationId));
  }

  /** False when its user, agent or application are not here. It may be here already: another request was faster. */
  async store(token: Omit<AccessToken, 'revokedAt'>): Promise<boolean> {
    try {
      return await this.tokens.store({ access: token });
    } catch (error) {
      if (isDuplicate(error)) return true;
      if (isMissingReference(error)) return false;
      throw error;
    }
  }
}
