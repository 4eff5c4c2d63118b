import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the pages keep: uploaded pictures, decisions counted by day, who never confirmed an address. */
export class WebInterface3 implements MigrationInterface {
  readonly name = 'WebInterface1700000000003';

  async up(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql';
    const ending = isMysql ? ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin' : '';
    // Base64, so that the three databases store the same; TEXT of MySQL would end at 64 kB.
    await queryRunner.query(
      `CREATE TABLE images (id VARCHAR(128) NOT NULL PRIMARY KEY, media_type VARCHAR(20) NOT NULL, content ${isMysql ? 'MEDIUMTEXT' : 'TEXT'} NOT NULL, created_at BIGINT NOT NULL)${ending}`,
    );
    await queryRunner.query(
      `CREATE TABLE decision_counts (application_id VARCHAR(128) NOT NULL, day BIGINT NOT NULL, decision VARCHAR(10) NOT NULL, amount BIGINT NOT NULL, PRIMARY KEY (application_id, day, decision), FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE)${ending}`,
    );
    await queryRunner.query(
      'ALTER TABLE users ADD COLUMN awaiting_activation BOOLEAN NOT NULL DEFAULT FALSE',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users DROP COLUMN awaiting_activation');
    await queryRunner.query('DROP TABLE decision_counts');
    await queryRunner.query('DROP TABLE images');
  }
}
