import { Inject, Injectable } from '@nestjs/common';
import { isDuplicate } from '../../database/database-errors';
import { Sql } from '../../database/sql';
import type { Clock } from '../../service/clock';
import { Caches } from '../../service/timed-cache';
import { CLOCK } from '../../service/tokens';

/** What a user can share with an application. */
export const sharableAttributes = [
  'username',
  'email',
  'identity_attributes',
  'image',
  'gravatar',
  'eidas_profile',
] as const;

export type SharedAttribute = (typeof sharableAttributes)[number];

const byDefault: ReadonlySet<SharedAttribute> = new Set(['username', 'email']);

/** An application that a user let in, for the user to see. */
export interface GrantedApplication {
  readonly applicationId: string;
  readonly name: string;
  readonly description: string | null;
  readonly url: string | null;
  readonly image: string;
  readonly shared: readonly SharedAttribute[];
  /** Milliseconds since 1970. */
  readonly loginDate: number;
}

interface GrantedColumns extends Pick<GrantedApplication, 'name' | 'description' | 'url' | 'image'> {
  readonly application_id: string;
  readonly shared_attributes: string | null;
  readonly login_date: number | string;
}

/** The set behind the stored comma list; null stands for the default. */
export function parseShared(list: string | null | undefined): ReadonlySet<SharedAttribute> {
  if (list === null || list === undefined) return byDefault;
  const words = list.split(',');
  return new Set(sharableAttributes.filter((name) => words.includes(name)));
}

/** Which applications a user lets in, and what they may know. */
@Injectable()
export class ConsentsService {
  constructor(
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly caches: Caches,
  ) {}

  async hasConsented(userId: string, applicationId: string): Promise<boolean> {
    const row = await this.sql.first(
      'SELECT 1 AS found FROM consents WHERE user_id = ? AND application_id = ?',
      userId,
      applicationId,
    );
    return row !== undefined;
  }

  /**
   * Records a consent, or renews the one there is.
   *
   * @param shared  what the user chose; undefined keeps an earlier choice, or the default
   */
  async record(userId: string, applicationId: string, shared?: readonly SharedAttribute[]): Promise<void> {
    const now = this.clock.now();
    const renewed =
      shared === undefined
        ? await this.sql.run(
            'UPDATE consents SET login_date = ? WHERE user_id = ? AND application_id = ?',
            now,
            userId,
            applicationId,
          )
        : await this.sql.run(
            'UPDATE consents SET login_date = ?, shared_attributes = ? WHERE user_id = ? AND application_id = ?',
            now,
            shared.join(','),
            userId,
            applicationId,
          );
    if (renewed === 0) await this.insert(userId, applicationId, shared, now);
    // Records of the user show what was chosen now.
    if (shared !== undefined) this.caches.clear();
  }

  /** What the user let in, the latest login first. */
  async list(userId: string): Promise<readonly GrantedApplication[]> {
    const rows = await this.sql.all<GrantedColumns>(
      'SELECT c.application_id, c.shared_attributes, c.login_date, a.name, a.description, a.url, a.image FROM consents c JOIN applications a ON a.id = c.application_id WHERE c.user_id = ? ORDER BY c.login_date DESC, c.application_id',
      userId,
    );
    return rows.map(({ application_id, shared_attributes, login_date, ...rest }) => ({
      ...rest,
      applicationId: application_id,
      shared: [...parseShared(shared_attributes)],
      loginDate: Number(login_date),
    }));
  }

  /** Takes a consent back, and ends what the application holds for the user: codes, access and refresh tokens. */
  async withdraw(userId: string, applicationId: string): Promise<void> {
    const now = this.clock.now();
    const where = 'user_id = ? AND application_id = ?';
    await this.sql.atomically([
      { sql: `DELETE FROM consents WHERE ${where}`, values: [userId, applicationId] },
      { sql: `DELETE FROM authorization_codes WHERE ${where}`, values: [userId, applicationId] },
      ...['access_tokens', 'refresh_tokens'].map((table) => ({
        sql: `UPDATE ${table} SET revoked_at = ? WHERE ${where} AND revoked_at IS NULL`,
        values: [now, userId, applicationId],
      })),
    ]);
    this.caches.clear();
  }

  private async insert(
    userId: string,
    applicationId: string,
    shared: readonly SharedAttribute[] | undefined,
    now: number,
  ): Promise<void> {
    try {
      await this.sql.run(
        'INSERT INTO consents (user_id, application_id, shared_attributes, login_date) VALUES (?, ?, ?, ?)',
        userId,
        applicationId,
        shared?.join(',') ?? null,
        now,
      );
    } catch (error) {
      // Two first logins at once: the other one wrote the same.
      if (!isDuplicate(error)) throw error;
    }
  }
}
