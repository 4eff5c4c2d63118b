import type { MigrationInterface, QueryRunner } from 'typeorm';

const index = 'web_sessions_sid';

/** Finds a session by its name: the regular cleanup asks for it of each grant. */
export class SessionNames14 implements MigrationInterface {
  readonly name = 'SessionNames1700000000014';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE INDEX ${index} ON web_sessions (sid)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql';
    await queryRunner.query(`DROP INDEX ${index}${isMysql ? ' ON web_sessions' : ''}`);
  }
}
