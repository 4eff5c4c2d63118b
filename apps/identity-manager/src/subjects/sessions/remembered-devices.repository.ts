import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, type Repository } from 'typeorm';
import { RememberedDeviceRow } from '../../database/entities/user.row';
import { propertiesOf } from '../../database/names';
import { Sql } from '../../database/sql';
import { insertInto } from '../../database/statements';

const insert = insertInto(RememberedDeviceRow, propertiesOf(RememberedDeviceRow));

/** Where browsers that skip the second factor are kept, by the digest of their key. */
@Injectable()
export class RememberedDevicesRepository {
  constructor(
    @InjectRepository(RememberedDeviceRow) private readonly rows: Repository<RememberedDeviceRow>,
    private readonly sql: Sql,
  ) {}

  async add(row: RememberedDeviceRow): Promise<void> {
    await this.sql.run(insert(row));
  }

  exists(userId: string, deviceHash: string, now: number): Promise<boolean> {
    return this.rows.existsBy({ deviceHash, userId, expiresAt: MoreThan(now) });
  }
}
