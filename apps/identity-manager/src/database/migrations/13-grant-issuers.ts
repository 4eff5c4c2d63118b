import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['openid_grants', 'logout_notices'];

/** Issuer of a grant: it tells the end of a session as it told its beginning. */
export class GrantIssuers13 implements MigrationInterface {
  readonly name = 'GrantIssuers1700000000013';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN issuer VARCHAR(500)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN issuer`);
  }
}
