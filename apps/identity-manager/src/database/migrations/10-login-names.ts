import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loginNameOf } from '../login-name';

const index = 'users_login_name';

/**
 * The username as a login reads it, which only one user has. Where several had one already, it stays with the one who was there
 * first; the others sign in with their e-mail addresses.
 */
export class LoginNames10 implements MigrationInterface {
  readonly name = 'LoginNames1700000000010';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users ADD COLUMN login_name VARCHAR(255)');
    const users = (await queryRunner.query(
      'SELECT id, username FROM users WHERE awaiting_activation = FALSE ORDER BY created_at, id',
    )) as readonly { readonly id: string; readonly username: string }[];
    const taken = new Set<string>();
    const mark = queryRunner.dataSource.options.type === 'postgres' ? ['$1', '$2'] : ['?', '?'];
    for (const { id, username } of users) {
      const name = loginNameOf(username);
      if (name === null || taken.has(name)) continue;
      taken.add(name);
      await queryRunner.query(`UPDATE users SET login_name = ${mark[0]} WHERE id = ${mark[1]}`, [name, id]);
    }
    await queryRunner.query(`CREATE UNIQUE INDEX ${index} ON users (login_name)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql';
    await queryRunner.query(`DROP INDEX ${index}${isMysql ? ' ON users' : ''}`);
    await queryRunner.query('ALTER TABLE users DROP COLUMN login_name');
  }
}
