import { Injectable } from '@nestjs/common';
import type { Step } from '../../database/dialect';
import { AuthorizationCodeRow } from '../../database/entities/token.row';
import { selectRows } from '../../database/query';
import { Sql } from '../../database/sql';
import { claim, insertInto } from '../../database/statements';

/** An authorization code as it is stored; what is known of the code itself is its digest. */
export type AuthorizationCode = Readonly<AuthorizationCodeRow>;

const byHash = selectRows(AuthorizationCodeRow, (code) => `WHERE ${code.codeHash} = ?`);

const insert = insertInto(AuthorizationCodeRow, [
  'codeHash',
  'familyId',
  'applicationId',
  'userId',
  'redirectUri',
  'redirectUriWasSent',
  'scope',
  'nonce',
  'codeChallenge',
  'authTime',
  'expiresAt',
  'createdAt',
]);

const claimUnused = claim(AuthorizationCodeRow, 'usedAt', 'codeHash', (code) => `${code.usedAt} IS NULL`);

/** Where authorization codes are kept. */
@Injectable()
export class AuthorizationCodesRepository {
  constructor(private readonly sql: Sql) {}

  find(hash: string): Promise<AuthorizationCode | undefined> {
    return this.sql.first(byHash, hash);
  }

  /** @param keeping  the step that keeps what is known of its grant, in the same transaction */
  async insert(code: Omit<AuthorizationCode, 'usedAt'>, keeping: Step | undefined): Promise<void> {
    if (keeping) await this.sql.atomically([insert(code), keeping]);
    else await this.sql.run(insert(code));
  }

  /** Marks a code as used, with the tokens it gives. */
  claim(hash: string, now: number): Step {
    return claimUnused(now, hash);
  }
}
