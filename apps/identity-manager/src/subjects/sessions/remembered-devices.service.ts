import { Inject, Injectable } from '@nestjs/common';
import { Sql } from '../../database/sql';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { randomKey, tokenHash } from '../../service/random-token';

const dayMs = 86_400_000;

/** How long a browser may skip the second factor. */
export const rememberedMs = 30 * dayMs;

/** Browsers that skip the second factor: a random key in their cookie, its digest here. */
@Injectable()
export class RememberedDevices {
  constructor(
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async remember(userId: string): Promise<string> {
    const key = randomKey();
    const now = this.clock.now();
    await this.sql.run(
      'INSERT INTO remembered_devices (device_hash, user_id, expires_at, created_at) VALUES (?, ?, ?, ?)',
      tokenHash(key),
      userId,
      now + rememberedMs,
      now,
    );
    return key;
  }

  async isRemembered(userId: string, key: string | undefined): Promise<boolean> {
    if (key === undefined) return false;
    const row = await this.sql.first(
      'SELECT 1 AS found FROM remembered_devices WHERE device_hash = ? AND user_id = ? AND expires_at > ?',
      tokenHash(key),
      userId,
      this.clock.now(),
    );
    return row !== undefined;
  }

  async forgetAll(userId: string): Promise<void> {
    await this.sql.run('DELETE FROM remembered_devices WHERE user_id = ?', userId);
  }
}
