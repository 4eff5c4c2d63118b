import { Inject, Injectable } from '@nestjs/common';
import { isMissingReference } from '../../database/database-errors';
import { NotFound } from '../../faults/faults';
import type { Clock } from '../../service/clock';
import { randomKey, tokenHash } from '../../service/random-token';
import { CLOCK } from '../../service/tokens';
import { RememberedDevicesRepository } from './remembered-devices.repository';

const dayMs = 86_400_000;

/** How long a browser may skip the second factor. */
export const rememberedMs = 30 * dayMs;

/** Browsers that skip the second factor: a random key in their cookie, its digest here. */
@Injectable()
export class RememberedDevices {
  constructor(
    private readonly rows: RememberedDevicesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns the key for the browser @throws NotFound when the user is deleted meanwhile */
  async remember(userId: string): Promise<string> {
    const key = randomKey();
    const createdAt = this.clock.now();
    const row = { deviceHash: tokenHash(key), userId, expiresAt: createdAt + rememberedMs, createdAt };
    try {
      await this.rows.add(row);
    } catch (error) {
      if (isMissingReference(error)) throw new NotFound('user');
      throw error;
    }
    return key;
  }

  async isRemembered(userId: string, key: string | undefined): Promise<boolean> {
    return key !== undefined && this.rows.exists(userId, tokenHash(key), this.clock.now());
  }
}
