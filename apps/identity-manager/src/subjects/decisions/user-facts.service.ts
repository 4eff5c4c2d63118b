import { Injectable } from '@nestjs/common';
import { Sql } from '../../database/sql';
import { PublicUrl } from '../../service/public-url';
import { Caches, type TimedCache } from '../../service/timed-cache';
import { parseShared } from '../consents/consents.service';
import type { UserExtra } from '../../database/entities/user.row';
import type { UserFacts } from './user-record';

interface Columns {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly gravatar: boolean | number;
  readonly image: string;
  readonly extra: string | null;
  readonly enabled: boolean | number;
  readonly shared_attributes: string | null;
}

export interface KnownUser {
  readonly facts: UserFacts;
  readonly enabled: boolean;
}

const sql = `
SELECT u.id, u.username, u.email, u.gravatar, u.image, u.extra, u.enabled, c.shared_attributes
  FROM users u LEFT JOIN consents c ON c.user_id = u.id AND c.application_id = ?
 WHERE u.id = ?`;

/** Users as one application may see them. */
@Injectable()
export class UserFactsService {
  private readonly remembered: TimedCache<{ readonly user: KnownUser | null }>;

  constructor(
    private readonly sql: Sql,
    private readonly publicUrl: PublicUrl,
    caches: Caches,
  ) {
    this.remembered = caches.create();
  }

  /** The user with what the consent to the application shares; undefined when there is no such user. */
  async find(userId: string, applicationId: string): Promise<KnownUser | undefined> {
    const key = `${applicationId}\n${userId}`;
    const found =
      this.remembered.peek(key) ??
      (await this.remembered.get(key, async () => ({ user: await this.load(userId, applicationId) })));
    return found.user ?? undefined;
  }

  private async load(userId: string, applicationId: string): Promise<KnownUser | null> {
    const row = await this.sql.first<Columns>(sql, applicationId, userId);
    if (!row) return null;
    const { id, username, email, image } = row;
    return {
      enabled: Boolean(row.enabled),
      facts: {
        id,
        username,
        email,
        gravatar: Boolean(row.gravatar),
        imageUrl:
          image === 'default' || image === ''
            ? ''
            : this.publicUrl.at(`/img/users/${encodeURIComponent(image)}`),
        extra: row.extra === null ? null : (JSON.parse(row.extra) as UserExtra),
        shared: parseShared(row.shared_attributes),
      },
    };
  }
}
