import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, type Repository } from 'typeorm';
import { RememberedDeviceRow } from '../../database/entities/user.row';

/** Where browsers that skip the second factor are kept, by the digest of their key. */
@Injectable()
export class RememberedDevicesRepository {
  constructor(
    @InjectRepository(RememberedDeviceRow) private readonly rows: Repository<RememberedDeviceRow>,
  ) {}

  async add(row: RememberedDeviceRow): Promise<void> {
    await this.rows.insert(row);
  }

  exists(userId: string, deviceHash: string, now: number): Promise<boolean> {
    return this.rows.existsBy({ deviceHash, userId, expiresAt: MoreThan(now) });
  }
}
