import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an import from Keyrock brought, so that the next one can tell what changed since. */
export class KeyrockRows5 implements MigrationInterface {
  readonly name = 'KeyrockRows1700000000005';

  async up(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql';
    const ending = isMysql ? ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin' : '';
    const columns = [
      'source VARCHAR(64) NOT NULL',
      'source_key VARCHAR(64) NOT NULL',
      'target TEXT NOT NULL',
      'matched BOOLEAN NOT NULL DEFAULT FALSE',
      'digests TEXT NOT NULL',
      'seen_at BIGINT NOT NULL',
      'PRIMARY KEY (source, source_key)',
    ];
    await queryRunner.query(`CREATE TABLE keyrock_rows (${columns.join(', ')})${ending}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE keyrock_rows');
  }
}
