import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Entities that a permission is about. */
export class EntityPermissions8 implements MigrationInterface {
  readonly name = 'EntityPermissions1700000000008';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE permissions ADD COLUMN entities TEXT');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE permissions DROP COLUMN entities');
  }
}
