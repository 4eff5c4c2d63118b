import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Not, type Repository } from 'typeorm';
import { ApplicationRow } from '../../database/entities/application.row';
import { Sql } from '../../database/sql';
import { canBeStored } from '../../database/stored-text';
import { deleteWhere, insertInto, updateGiven } from '../../database/statements';
import type { Assignee } from '../roles/assignee';
import { ownerStep } from '../roles/role-assignments.repository';

const insert = insertInto(ApplicationRow, [
  'id',
  'name',
  'description',
  'secretEncrypted',
  'jwtSecretEncrypted',
  'url',
  'redirectUri',
  'redirectSignOutUri',
  'image',
  'grantType',
  'responseType',
  'tokenTypes',
  'defaultTokenKind',
  'clientType',
  'scope',
  'openidStyle',
  'idTokenAlg',
  'userinfoAlg',
  'groupsOrganizations',
  'backchannelLogoutUri',
  'backchannelLogoutSession',
  'accessTokenFormat',
  'audience',
  'extra',
  'createdAt',
]);

const update = updateGiven(ApplicationRow, (application) => `${application.id} = ?`);
const remove = deleteWhere(ApplicationRow, (application) => `${application.id} = ?`);

/** How many ids one statement takes. */
const portion = 500;

/** Where applications are kept. */
@Injectable()
export class ApplicationsRepository {
  constructor(
    @InjectRepository(ApplicationRow) private readonly rows: Repository<ApplicationRow>,
    private readonly sql: Sql,
  ) {}

  async find(id: string): Promise<ApplicationRow | null> {
    return canBeStored(id) ? this.rows.findOneBy({ id }) : null;
  }

  async findByUrl(url: string): Promise<ApplicationRow | null> {
    return canBeStored(url) ? this.rows.findOneBy({ url }) : null;
  }

  /** Ordered by creation. */
  async withIds(ids: readonly string[]): Promise<readonly ApplicationRow[]> {
    const rows: ApplicationRow[] = [];
    for (let start = 0; start < ids.length; start += portion)
      rows.push(...(await this.rows.findBy({ id: In(ids.slice(start, start + portion)) })));
    return rows.sort((left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1));
  }

  /** Whether another application has the URL. */
  isUrlTaken(url: string, ownId: string): Promise<boolean> {
    return this.rows.existsBy({ url, id: Not(ownId) });
  }

  /** Whether another application is the resource of that name. */
  isAudienceTaken(audience: string, ownId: string): Promise<boolean> {
    return this.rows.existsBy({ audience, id: Not(ownId) });
  }

  /** The id of the application that is the resource of that name. */
  async idOfAudience(audience: string): Promise<string | undefined> {
    return canBeStored(audience) ? (await this.rows.findOneBy({ audience }))?.id : undefined;
  }

  /** Together with its owner. */
  async add(application: ApplicationRow, owner: Assignee): Promise<void> {
    await this.sql.atomically([insert(application), ownerStep(application.id, owner)]);
  }

  /** @throws a duplicate error (see `isDuplicate`) when another application has the audience */
  async change(id: string, columns: Partial<ApplicationRow>): Promise<void> {
    await this.sql.run(update(columns, id));
  }

  /** Everything that hangs on the application goes with it: roles, permissions, agents, codes, tokens. */
  async delete(id: string): Promise<void> {
    await this.sql.run(remove(id));
  }
}
