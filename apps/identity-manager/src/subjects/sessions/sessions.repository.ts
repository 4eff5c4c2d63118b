import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Not, type Repository } from 'typeorm';
import { UserRow } from '../../database/entities/user.row';
import { WebSessionRow } from '../../database/entities/web-session.row';

/** Where web sessions are kept, by the digest of the id that the browser has. */
@Injectable()
export class SessionsRepository {
  constructor(
    @InjectRepository(WebSessionRow) private readonly rows: Repository<WebSessionRow>,
    @InjectRepository(UserRow) private readonly users: Repository<UserRow>,
  ) {}

  async add(given: WebSessionRow): Promise<WebSessionRow> {
    const row = this.rows.create(given);
    await this.rows.insert(row);
    return row;
  }

  find(sessionHash: string): Promise<WebSessionRow | null> {
    return this.rows.findOneBy({ sessionHash });
  }

  userOf({ userId }: WebSessionRow): Promise<UserRow | null> {
    return this.users.findOneBy({ id: userId });
  }

  async touch(sessionHash: string, lastSeenAt: number): Promise<void> {
    await this.rows.update({ sessionHash }, { lastSeenAt });
  }

  /** Logins of a user that end after `now` and were seen after `idleSince`, the latest first. */
  listLive(userId: string, now: number, idleSince: number): Promise<WebSessionRow[]> {
    return this.rows.find({
      where: {
        userId,
        secondFactorPending: false,
        expiresAt: MoreThan(now),
        lastSeenAt: MoreThan(idleSince),
      },
      order: { lastSeenAt: 'DESC', sessionHash: 'ASC' },
      take: 100,
    });
  }

  /**
   * @param userId  whose it must be; undefined for anybody's
   * @returns whether there was one
   */
  async delete(sessionHash: string, userId?: string): Promise<boolean> {
    const { affected } = await this.rows.delete({ sessionHash, ...(userId !== undefined && { userId }) });
    return affected !== 0;
  }

  async deleteOthers({ userId, sessionHash }: WebSessionRow): Promise<void> {
    await this.rows.delete({ userId, sessionHash: Not(sessionHash) });
  }

  count(): Promise<number> {
    return this.rows.count();
  }
}
