import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ids are opaque texts: imported ones need not be UUIDs. Times are milliseconds since 1970, UTC. */
const ID = 'VARCHAR(128)';
const HASH = 'VARCHAR(64)';
const references = (table: string) => `REFERENCES ${table}(id) ON DELETE CASCADE`;
const foreign = (column: string, table: string) => `FOREIGN KEY (${column}) ${references(table)}`;

/** Every table of the first version, in an SQL that the three databases share. */
const tables: Readonly<Record<string, readonly string[]>> = {
  users: [
    `id ${ID} NOT NULL PRIMARY KEY`,
    'username VARCHAR(255) NOT NULL',
    'email VARCHAR(255) NOT NULL',
    'email_lower VARCHAR(255) NOT NULL UNIQUE',
    'description TEXT',
    'website VARCHAR(2000)',
    "image VARCHAR(255) NOT NULL DEFAULT 'default'",
    'gravatar BOOLEAN NOT NULL DEFAULT FALSE',
    'password_hash VARCHAR(255)',
    'date_password BIGINT NOT NULL',
    'enabled BOOLEAN NOT NULL DEFAULT FALSE',
    'admin BOOLEAN NOT NULL DEFAULT FALSE',
    'starters_tour_ended BOOLEAN NOT NULL DEFAULT FALSE',
    'eidas_id VARCHAR(255) UNIQUE',
    'extra TEXT',
    'scope VARCHAR(2000)',
    'totp_secret TEXT',
    'totp_last_step BIGINT',
    'totp_recovery TEXT',
    'created_at BIGINT NOT NULL',
  ],
  account_keys: [
    `key_hash ${HASH} NOT NULL PRIMARY KEY`,
    'purpose VARCHAR(20) NOT NULL',
    `user_id ${ID} NOT NULL`,
    'pending_email VARCHAR(255)',
    'expires_at BIGINT NOT NULL',
    'created_at BIGINT NOT NULL',
    foreign('user_id', 'users'),
  ],
  organizations: [
    `id ${ID} NOT NULL PRIMARY KEY`,
    'name VARCHAR(255) NOT NULL',
    'description TEXT',
    'website VARCHAR(2000)',
    "image VARCHAR(255) NOT NULL DEFAULT 'default'",
    'created_at BIGINT NOT NULL',
  ],
  memberships: [
    `user_id ${ID} NOT NULL`,
    `organization_id ${ID} NOT NULL`,
    'role VARCHAR(10) NOT NULL',
    'PRIMARY KEY (user_id, organization_id)',
    foreign('user_id', 'users'),
    foreign('organization_id', 'organizations'),
  ],
  applications: [
    `id ${ID} NOT NULL PRIMARY KEY`,
    'name VARCHAR(255) NOT NULL',
    'description TEXT',
    'secret_encrypted TEXT NOT NULL',
    'jwt_secret_encrypted TEXT',
    'url VARCHAR(2000)',
    'redirect_uri TEXT',
    'redirect_sign_out_uri VARCHAR(2000)',
    "image VARCHAR(255) NOT NULL DEFAULT 'default'",
    'grant_type VARCHAR(255)',
    'response_type VARCHAR(255)',
    "token_types VARCHAR(255) NOT NULL DEFAULT 'bearer'",
    "default_token_kind VARCHAR(10) NOT NULL DEFAULT 'bearer'",
    'client_type VARCHAR(50)',
    'scope VARCHAR(2000)',
    'extra TEXT',
    'created_at BIGINT NOT NULL',
  ],
  roles: [
    `id ${ID} NOT NULL PRIMARY KEY`,
    'name VARCHAR(255) NOT NULL',
    'is_internal BOOLEAN NOT NULL DEFAULT FALSE',
    `application_id ${ID} NOT NULL`,
    foreign('application_id', 'applications'),
  ],
  permissions: [
    `id ${ID} NOT NULL PRIMARY KEY`,
    'name VARCHAR(255) NOT NULL',
    'description TEXT',
    'is_internal BOOLEAN NOT NULL DEFAULT FALSE',
    'action VARCHAR(255)',
    'resource TEXT',
    'is_regex BOOLEAN NOT NULL DEFAULT FALSE',
    'authorization_service_header VARCHAR(255)',
    'use_authorization_service_header BOOLEAN NOT NULL DEFAULT FALSE',
    'regex_entity_ids TEXT',
    'regex_attributes TEXT',
    'regex_types TEXT',
    'xml TEXT',
    `application_id ${ID} NOT NULL`,
    foreign('application_id', 'applications'),
  ],
  role_permissions: [
    `role_id ${ID} NOT NULL`,
    `permission_id ${ID} NOT NULL`,
    'PRIMARY KEY (role_id, permission_id)',
    foreign('role_id', 'roles'),
    foreign('permission_id', 'permissions'),
  ],
  role_assignments: [
    `id ${ID} NOT NULL PRIMARY KEY`,
    `application_id ${ID} NOT NULL`,
    `role_id ${ID} NOT NULL`,
    `user_id ${ID}`,
    `organization_id ${ID}`,
    'role_organization VARCHAR(10)',
    'UNIQUE (application_id, role_id, user_id)',
    'UNIQUE (application_id, role_id, organization_id, role_organization)',
    foreign('application_id', 'applications'),
    foreign('role_id', 'roles'),
    foreign('user_id', 'users'),
    foreign('organization_id', 'organizations'),
  ],
  trusted_applications: [
    `application_id ${ID} NOT NULL`,
    `trusted_application_id ${ID} NOT NULL`,
    'PRIMARY KEY (application_id, trusted_application_id)',
    foreign('application_id', 'applications'),
    foreign('trusted_application_id', 'applications'),
  ],
  consents: [
    `user_id ${ID} NOT NULL`,
    `application_id ${ID} NOT NULL`,
    'shared_attributes VARCHAR(255)',
    'login_date BIGINT NOT NULL',
    'PRIMARY KEY (user_id, application_id)',
    foreign('user_id', 'users'),
    foreign('application_id', 'applications'),
  ],
  pep_proxies: [
    `id ${ID} NOT NULL PRIMARY KEY`,
    'password_hash VARCHAR(255) NOT NULL',
    `application_id ${ID} NOT NULL UNIQUE`,
    'created_at BIGINT NOT NULL',
    foreign('application_id', 'applications'),
  ],
  iot_agents: [
    `id ${ID} NOT NULL PRIMARY KEY`,
    'password_hash VARCHAR(255) NOT NULL',
    `application_id ${ID} NOT NULL`,
    'created_at BIGINT NOT NULL',
    foreign('application_id', 'applications'),
  ],
  api_tokens: [
    `token_hash ${HASH} NOT NULL PRIMARY KEY`,
    `user_id ${ID}`,
    `pep_proxy_id ${ID}`,
    'expires_at BIGINT NOT NULL',
    'valid BOOLEAN NOT NULL DEFAULT TRUE',
    'created_at BIGINT NOT NULL',
    foreign('user_id', 'users'),
    foreign('pep_proxy_id', 'pep_proxies'),
  ],
  authorization_codes: [
    `code_hash ${HASH} NOT NULL PRIMARY KEY`,
    `family_id ${ID} NOT NULL`,
    `application_id ${ID} NOT NULL`,
    `user_id ${ID} NOT NULL`,
    'redirect_uri VARCHAR(2000) NOT NULL',
    'redirect_uri_was_sent BOOLEAN NOT NULL DEFAULT TRUE',
    'scope VARCHAR(2000)',
    'nonce VARCHAR(2000)',
    'code_challenge VARCHAR(128)',
    'auth_time BIGINT NOT NULL',
    'expires_at BIGINT NOT NULL',
    'used_at BIGINT',
    'created_at BIGINT NOT NULL',
    foreign('application_id', 'applications'),
    foreign('user_id', 'users'),
  ],
  access_tokens: [
    `token_hash ${HASH} NOT NULL PRIMARY KEY`,
    `family_id ${ID}`,
    `application_id ${ID} NOT NULL`,
    `user_id ${ID}`,
    `iot_agent_id ${ID}`,
    'kind VARCHAR(10) NOT NULL',
    'grant_type VARCHAR(30) NOT NULL',
    'scope VARCHAR(2000)',
    'expires_at BIGINT',
    'revoked_at BIGINT',
    'created_at BIGINT NOT NULL',
    foreign('application_id', 'applications'),
    foreign('user_id', 'users'),
    foreign('iot_agent_id', 'iot_agents'),
  ],
  refresh_tokens: [
    `token_hash ${HASH} NOT NULL PRIMARY KEY`,
    `family_id ${ID} NOT NULL`,
    `application_id ${ID} NOT NULL`,
    `user_id ${ID}`,
    `iot_agent_id ${ID}`,
    'kind VARCHAR(10) NOT NULL',
    'scope VARCHAR(2000)',
    'nonce VARCHAR(2000)',
    'auth_time BIGINT NOT NULL',
    'expires_at BIGINT NOT NULL',
    'used_at BIGINT',
    'revoked_at BIGINT',
    'created_at BIGINT NOT NULL',
    foreign('application_id', 'applications'),
    foreign('user_id', 'users'),
    foreign('iot_agent_id', 'iot_agents'),
  ],
  web_sessions: [
    `session_hash ${HASH} NOT NULL PRIMARY KEY`,
    `user_id ${ID} NOT NULL`,
    'oauth_sign_in BOOLEAN NOT NULL DEFAULT FALSE',
    'second_factor_pending BOOLEAN NOT NULL DEFAULT FALSE',
    'address VARCHAR(64)',
    'user_agent VARCHAR(500)',
    'auth_time BIGINT NOT NULL',
    'last_seen_at BIGINT NOT NULL',
    'expires_at BIGINT NOT NULL',
    'created_at BIGINT NOT NULL',
    foreign('user_id', 'users'),
  ],
  remembered_devices: [
    `device_hash ${HASH} NOT NULL PRIMARY KEY`,
    `user_id ${ID} NOT NULL`,
    'expires_at BIGINT NOT NULL',
    'created_at BIGINT NOT NULL',
    foreign('user_id', 'users'),
  ],
  signing_keys: [
    `id ${ID} NOT NULL PRIMARY KEY`,
    'algorithm VARCHAR(10) NOT NULL',
    'private_key_encrypted TEXT NOT NULL',
    'public_jwk TEXT NOT NULL',
    'created_at BIGINT NOT NULL',
    'expires_at BIGINT NOT NULL',
  ],
  authzforce_domains: [
    `id ${ID} NOT NULL PRIMARY KEY`,
    'policy VARCHAR(255)',
    'version INT NOT NULL DEFAULT 1',
    `application_id ${ID} NOT NULL UNIQUE`,
    foreign('application_id', 'applications'),
  ],
  audit_log: [
    `id ${ID} NOT NULL PRIMARY KEY`,
    'occurred_at BIGINT NOT NULL',
    'event VARCHAR(60) NOT NULL',
    `actor_id ${ID}`,
    `application_id ${ID}`,
    'subject VARCHAR(255)',
    'address VARCHAR(64)',
    'outcome VARCHAR(20) NOT NULL',
    'details TEXT',
  ],
  instance_settings: ['name VARCHAR(100) NOT NULL PRIMARY KEY', 'content TEXT NOT NULL'],
};

/** A column that is indexed, and in which databases it has to be said. */
interface Index {
  readonly table: string;
  readonly column: string;
  /** MySQL indexes foreign keys by itself. */
  readonly isForeignKey: boolean;
  /** Empty values are left out where the database can do that: most tokens have no agent, many no user. */
  readonly sparse?: boolean;
}

const foreignKeys = (table: string, ...columns: string[]): Index[] =>
  columns.map((column) => ({ table, column, isForeignKey: true }));
const sparseKeys = (table: string, ...columns: string[]): Index[] =>
  foreignKeys(table, ...columns).map((index) => ({ ...index, sparse: true }));
const plain = (table: string, ...columns: string[]): Index[] =>
  columns.map((column) => ({ table, column, isForeignKey: false }));

/**
 * Codes and tokens have no index on their application: each would cost every token issued, and only the deletion of an
 * application would use it.
 */
const indexes: readonly Index[] = [
  ...plain('users', 'username'),
  ...foreignKeys('account_keys', 'user_id'),
  ...foreignKeys('memberships', 'organization_id'),
  ...foreignKeys('roles', 'application_id'),
  ...foreignKeys('permissions', 'application_id'),
  ...foreignKeys('role_permissions', 'permission_id'),
  ...foreignKeys('role_assignments', 'role_id', 'user_id', 'organization_id'),
  ...foreignKeys('trusted_applications', 'trusted_application_id'),
  ...foreignKeys('consents', 'application_id'),
  ...foreignKeys('iot_agents', 'application_id'),
  ...foreignKeys('api_tokens', 'user_id', 'pep_proxy_id'),
  ...plain('api_tokens', 'expires_at'),
  ...foreignKeys('authorization_codes', 'user_id'),
  ...plain('authorization_codes', 'expires_at'),
  ...sparseKeys('access_tokens', 'user_id', 'iot_agent_id'),
  { table: 'access_tokens', column: 'family_id', isForeignKey: false, sparse: true },
  ...plain('access_tokens', 'expires_at'),
  ...sparseKeys('refresh_tokens', 'user_id', 'iot_agent_id'),
  ...plain('refresh_tokens', 'family_id', 'expires_at'),
  ...foreignKeys('web_sessions', 'user_id'),
  ...plain('web_sessions', 'expires_at'),
  ...foreignKeys('remembered_devices', 'user_id'),
  ...plain('audit_log', 'occurred_at'),
];

function createIndex({ table, column, sparse }: Index, isMysql: boolean): string {
  const condition = sparse && !isMysql ? ` WHERE ${column} IS NOT NULL` : '';
  return `CREATE INDEX ${table}_${column} ON ${table} (${column})${condition}`;
}

export class InitialTables1 implements MigrationInterface {
  readonly name = 'InitialTables1700000000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql';
    const ending = isMysql ? ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin' : '';
    for (const [table, columns] of Object.entries(tables))
      await queryRunner.query(`CREATE TABLE ${table} (${columns.join(', ')})${ending}`);
    for (const index of indexes)
      if (!(isMysql && index.isForeignKey)) await queryRunner.query(createIndex(index, isMysql));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of Object.keys(tables).reverse()) await queryRunner.query(`DROP TABLE ${table}`);
  }
}
