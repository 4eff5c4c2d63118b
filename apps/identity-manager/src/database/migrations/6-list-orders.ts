import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index by its table and what is in it, text in lower case being an expression that MySQL sorts without an index. */
const indexes = [
  { name: 'users_created_at', on: 'users (created_at, id)', inMysql: true },
  { name: 'users_name', on: 'users (LOWER(username), id)', inMysql: false },
  { name: 'audit_log_actor_id', on: 'audit_log (actor_id, occurred_at)', inMysql: true },
  { name: 'audit_log_subject', on: 'audit_log (subject, occurred_at)', inMysql: true },
] as const;

/** The orders in which administrators read lists that grow with the city, and all that one user did. */
export class ListOrders6 implements MigrationInterface {
  readonly name = 'ListOrders1700000000006';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const { name, on } of this.of(queryRunner)) await queryRunner.query(`CREATE INDEX ${name} ON ${on}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const isMysql = queryRunner.dataSource.options.type === 'mysql';
    for (const { name, on } of this.of(queryRunner))
      await queryRunner.query(
        isMysql ? `DROP INDEX ${name} ON ${on.slice(0, on.indexOf(' '))}` : `DROP INDEX ${name}`,
      );
  }

  private of({ dataSource }: QueryRunner) {
    return indexes.filter(({ inMysql }) => inMysql || dataSource.options.type !== 'mysql');
  }
}
