import { Injectable } from '@nestjs/common';
import { ApiTokenRow } from '../../database/entities/token.row';
import { selectRows } from '../../database/query';
import { Sql } from '../../database/sql';
import { deleteWhere, insertInto } from '../../database/statements';

/** A token of the management API as it is stored; what is known of the token itself is its digest. */
export type ApiToken = Readonly<ApiTokenRow>;

const byHash = selectRows(ApiTokenRow, (token) => `WHERE ${token.tokenHash} = ?`);
const remove = deleteWhere(ApiTokenRow, (token) => `${token.tokenHash} = ?`);
const insert = insertInto(ApiTokenRow, [
  'tokenHash',
  'userId',
  'pepProxyId',
  'expiresAt',
  'valid',
  'passwordAt',
  'createdAt',
]);

/** Where tokens of the management API are kept. */
@Injectable()
export class ApiTokensRepository {
  constructor(private readonly sql: Sql) {}

  find(hash: string): Promise<ApiToken | undefined> {
    return this.sql.first(byHash, hash);
  }

  async insert(token: ApiToken): Promise<void> {
    await this.sql.run(insert(token));
  }

  async remove(hash: string): Promise<void> {
    await this.sql.run(remove(hash));
  }
}
