import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the password was given that an API token goes back to; a renewed token keeps it. */
export class ApiTokenPasswordTime4 implements MigrationInterface {
  readonly name = 'ApiTokenPasswordTime1700000000004';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE api_tokens ADD COLUMN password_at BIGINT');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE api_tokens DROP COLUMN password_at');
  }
}
