import type { MigrationInterface, QueryRunner } from 'typeorm';

const index = 'users_last_sign_in_at';

/** When somebody last signed in, as far back as the audit log goes, and the time zone in which they read times. */
export class SignInAndZone7 implements MigrationInterface {
  readonly name = 'SignInAndZone1700000000007';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users ADD COLUMN last_sign_in_at BIGINT NOT NULL DEFAULT 0');
    await queryRunner.query('ALTER TABLE users ADD COLUMN time_zone VARCHAR(64)');
    await queryRunner.query(
      `UPDATE users SET last_sign_in_at = COALESCE((SELECT MAX(audit_log.occurred_at) FROM audit_log
        WHERE audit_log.actor_id = users.id AND audit_log.event = 'login' AND audit_log.outcome = 'success'), 0)`,
    );
    await queryRunner.query(`CREATE INDEX ${index} ON users (last_sign_in_at, id)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql';
    await queryRunner.query(`DROP INDEX ${index}${isMysql ? ' ON users' : ''}`);
    await queryRunner.query('ALTER TABLE users DROP COLUMN time_zone');
    await queryRunner.query('ALTER TABLE users DROP COLUMN last_sign_in_at');
  }
}
