import type { MigrationInterface, QueryRunner } from 'typeorm';

const internalPermissions: readonly (readonly [id: string, name: string])[] = [
  ['1', 'Get and assign all internal application roles'],
  ['2', 'Manage the application'],
  ['3', 'Manage roles'],
  ['4', 'Manage authorizations'],
  ['5', 'Get and assign all public application roles'],
  ['6', 'Get and assign only public owned roles'],
];

const internalRoles = [
  { id: 'provider', name: 'Provider', permissions: ['1', '2', '3', '4', '5', '6'] },
  { id: 'purchaser', name: 'Purchaser', permissions: ['5'] },
] as const;

/** The internal application with its roles and permissions. */
export class InternalRoles2 implements MigrationInterface {
  readonly name = 'InternalRoles1700000000002';

  async up(queryRunner: QueryRunner): Promise<void> {
    const application = "'idm_admin_app'";
    // No client can log in with it: an empty text is no valid ciphertext.
    await queryRunner.query(
      `INSERT INTO applications (id, name, description, secret_encrypted, grant_type, created_at) VALUES (${application}, 'idm', 'idm', '', '', 0)`,
    );
    for (const [id, name] of internalPermissions)
      await queryRunner.query(
        `INSERT INTO permissions (id, name, description, is_internal, application_id) VALUES ('${id}', '${name}', '${name}', TRUE, ${application})`,
      );
    for (const { id, name, permissions } of internalRoles) {
      await queryRunner.query(
        `INSERT INTO roles (id, name, is_internal, application_id) VALUES ('${id}', '${name}', TRUE, ${application})`,
      );
      for (const permission of permissions)
        await queryRunner.query(
          `INSERT INTO role_permissions (role_id, permission_id) VALUES ('${id}', '${permission}')`,
        );
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("DELETE FROM applications WHERE id = 'idm_admin_app'");
  }
}
