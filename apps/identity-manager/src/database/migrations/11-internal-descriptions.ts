import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Internal permissions have a name and no description, as in Keyrock. */
export class InternalDescriptions11 implements MigrationInterface {
  readonly name = 'InternalDescriptions1700000000011';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('UPDATE permissions SET description = NULL WHERE is_internal = TRUE');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('UPDATE permissions SET description = name WHERE is_internal = TRUE');
  }
}
