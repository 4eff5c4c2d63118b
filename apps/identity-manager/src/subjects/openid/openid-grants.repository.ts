import { Injectable } from '@nestjs/common';
import type { Step } from '../../database/dialect';
import { OpenIdGrantRow } from '../../database/entities/openid.row';
import { propertiesOf } from '../../database/names';
import { selectRows } from '../../database/query';
import { Sql } from '../../database/sql';
import { insertInto } from '../../database/statements';

/** Facts of a grant as they are stored. */
export type StoredGrant = Readonly<OpenIdGrantRow>;

const insert = insertInto(OpenIdGrantRow, propertiesOf(OpenIdGrantRow));
const byFamily = selectRows(OpenIdGrantRow, (grant) => `WHERE ${grant.familyId} = ?`);

/** Where is kept what is known of a grant beside its tokens. */
@Injectable()
export class OpenIdGrantsRepository {
  constructor(private readonly sql: Sql) {}

  insertion(grant: StoredGrant): Step {
    return insert(grant);
  }

  async insert(insertion: Step): Promise<void> {
    await this.sql.run(insertion);
  }

  find(familyId: string): Promise<StoredGrant | undefined> {
    return this.sql.first(byFamily, familyId);
  }
}
