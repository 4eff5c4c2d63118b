import { Injectable } from '@nestjs/common';
import { PublicUrl } from '../../service/public-url';
import { Caches, type TimedCache } from '../../service/timed-cache';
import { parseShared } from '../consents/consents.service';
import { UserFactsRepository } from './user-facts.repository';
import type { UserFacts } from './user-record';

export interface KnownUser {
  readonly facts: UserFacts;
  readonly enabled: boolean;
}

/** Users as one application may see them. */
@Injectable()
export class UserFactsService {
  private readonly remembered: TimedCache<{ readonly user: KnownUser | null }>;

  constructor(
    private readonly rows: UserFactsRepository,
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
    const row = await this.rows.find(userId, applicationId);
    if (!row) return null;
    const { enabled, image, sharedAttributes, ...facts } = row;
    const hasImage = image !== 'default' && image !== '';
    return {
      enabled,
      facts: {
        ...facts,
        imageUrl: hasImage ? this.publicUrl.at(`/img/users/${encodeURIComponent(image)}`) : '',
        shared: parseShared(sharedAttributes),
      },
    };
  }
}
