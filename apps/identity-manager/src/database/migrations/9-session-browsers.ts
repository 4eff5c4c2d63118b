import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The browser of a session in words, to be searched and ordered by. Sessions that were there keep their User-Agent alone until they end. */
export class SessionBrowsers9 implements MigrationInterface {
  readonly name = 'SessionBrowsers1700000000009';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE web_sessions ADD COLUMN browser VARCHAR(100)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE web_sessions DROP COLUMN browser');
  }
}
