import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns by table, in the order in which they are added. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  users: ['email_verified BOOLEAN NOT NULL DEFAULT FALSE', 'updated_at BIGINT NOT NULL DEFAULT 0'],
  applications: [
    "openid_style VARCHAR(10) NOT NULL DEFAULT 'keyrock'",
    'id_token_alg VARCHAR(10)',
    'userinfo_alg VARCHAR(10)',
    'groups_organizations BOOLEAN NOT NULL DEFAULT FALSE',
    'backchannel_logout_uri VARCHAR(2000)',
    'backchannel_logout_session BOOLEAN NOT NULL DEFAULT FALSE',
    "access_token_format VARCHAR(10) NOT NULL DEFAULT 'keyrock'",
    'audience VARCHAR(500)',
  ],
  access_tokens: ['audience VARCHAR(2000)'],
  web_sessions: ['sid VARCHAR(64)', 'amr VARCHAR(100)'],
  signing_keys: ['signs_from BIGINT NOT NULL DEFAULT 0'],
};

const AUDIENCES = 'applications_audience';
const OF_SESSION = 'openid_grants_sid';
const DUE = 'logout_notices_due';

/**
 * OpenID Connect by its own words: what an application chooses, verified addresses, what is known of a grant, and logout tokens that are
 * still to be delivered.
 */
export class OpenId12 implements MigrationInterface {
  readonly name = 'OpenId1700000000012';

  async up(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql';
    const ending = isMysql ? ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin' : '';
    for (const [table, columns] of Object.entries(COLUMNS))
      for (const column of columns) await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN ${column}`);
    await queryRunner.query('UPDATE signing_keys SET signs_from = created_at');
    await queryRunner.query(`CREATE UNIQUE INDEX ${AUDIENCES} ON applications (audience)`);
    const grant = [
      'family_id VARCHAR(64) NOT NULL PRIMARY KEY',
      'application_id VARCHAR(128) NOT NULL',
      'user_id VARCHAR(128) NOT NULL',
      'sid VARCHAR(64)',
      'amr VARCHAR(100)',
      'claims TEXT',
      'resources TEXT',
      'created_at BIGINT NOT NULL',
      'FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE',
      'FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE',
    ];
    await queryRunner.query(`CREATE TABLE openid_grants (${grant.join(', ')})${ending}`);
    await queryRunner.query(`CREATE INDEX ${OF_SESSION} ON openid_grants (sid)`);
    const notice = [
      'sid VARCHAR(64) NOT NULL',
      'application_id VARCHAR(128) NOT NULL',
      'subject VARCHAR(128) NOT NULL',
      'attempts BIGINT NOT NULL DEFAULT 0',
      'due_at BIGINT NOT NULL',
      'created_at BIGINT NOT NULL',
      'PRIMARY KEY (sid, application_id)',
      'FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE',
    ];
    await queryRunner.query(`CREATE TABLE logout_notices (${notice.join(', ')})${ending}`);
    await queryRunner.query(`CREATE INDEX ${DUE} ON logout_notices (due_at)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql';
    await queryRunner.query('DROP TABLE logout_notices');
    await queryRunner.query('DROP TABLE openid_grants');
    await queryRunner.query(`DROP INDEX ${AUDIENCES}${isMysql ? ' ON applications' : ''}`);
    for (const [table, columns] of Object.entries(COLUMNS))
      for (const column of columns)
        await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN ${column.split(' ')[0]}`);
  }
}
