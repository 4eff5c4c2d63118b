import { Injectable } from '@nestjs/common';
import { ConsentRow } from '../../database/entities/consent.row';
import { UserRow } from '../../database/entities/user.row';
import { names, optional } from '../../database/names';
import { query } from '../../database/query';
import { Sql } from '../../database/sql';

const user = names(UserRow, 'u');
const consent = names(ConsentRow, 'c');

const byId = query(
  {
    id: user.id,
    username: user.username,
    email: user.email,
    emailVerified: user.emailVerified,
    website: user.website,
    image: user.image,
    timeZone: user.timeZone,
    updatedAt: user.updatedAt,
    createdAt: user.createdAt,
    extra: user.extra,
    enabled: user.enabled,
    sharedAttributes: optional(consent.sharedAttributes),
  },
  `FROM ${user.table} LEFT JOIN ${consent.table} ON ${consent.userId} = ${user.id} AND ${consent.applicationId} = ?
    WHERE ${user.id} = ?`,
);

/** Users as OpenID Connect tells of them, with their consent to one application. */
@Injectable()
export class OpenIdProfilesRepository {
  constructor(private readonly sql: Sql) {}

  find(userId: string, applicationId: string) {
    return this.sql.first(byId, applicationId, userId);
  }
}
