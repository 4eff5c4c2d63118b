import { Injectable } from '@nestjs/common';
import { PublicUrl } from '../../service/public-url';
import { Caches, type TimedCache } from '../../service/timed-cache';
import { StateChanges } from '../changes/state-changes';
import { parseShared } from '../consents/consents.service';
import { customMembers } from './custom-members';
import { UserFactsRepository } from './user-facts.repository';
import type { UserFacts } from './user-record';

export interface KnownUser {
  readonly facts: UserFacts;
  readonly enabled: boolean;
}

/** What is remembered of a user in one application goes by this. */
export const keyOf = (userId: string, applicationId: string): string => `${applicationId}\n${userId}`;

export const isOfUser = (key: string, userId: string): boolean => key.endsWith(`\n${userId}`);

export const isInApplication = (key: string, applicationId: string): boolean =>
  key.startsWith(`${applicationId}\n`);

/** Users as one application may see them. */
@Injectable()
export class UserFactsService {
  private readonly remembered: TimedCache<{ readonly user: KnownUser | null }>;

  constructor(
    private readonly rows: UserFactsRepository,
    private readonly publicUrl: PublicUrl,
    caches: Caches,
    changes: StateChanges,
  ) {
    this.remembered = caches.create();
    for (const name of ['user', 'user deleted'] as const)
      changes.on(name, ({ userId }) => this.remembered.forgetWhere((key) => isOfUser(key, userId)));
    changes.on('consent', ({ userId, applicationId }) =>
      this.remembered.forget(keyOf(userId, applicationId)),
    );
    changes.on('application deleted', ({ applicationId }) =>
      this.remembered.forgetWhere((key) => isInApplication(key, applicationId)),
    );
  }

  /** The user with what the consent to the application shares; undefined when there is no such user. */
  async find(userId: string, applicationId: string): Promise<KnownUser | undefined> {
    const key = keyOf(userId, applicationId);
    const found =
      this.remembered.get(key) ??
      (await this.remembered.load(key, async () => ({ user: await this.load(userId, applicationId) })));
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
        custom: customMembers(facts.extra),
        imageUrl: hasImage ? this.publicUrl.at(`/img/users/${encodeURIComponent(image)}`) : '',
        shared: parseShared(sharedAttributes),
      },
    };
  }
}
