import { getMetadataArgsStorage } from 'typeorm';
import { endConsent, endOpened, endTokensOfBoth } from './endings';
import { endsOf, type EndsOf, type Opening, type Owner } from './ends';
import { rows } from './entities/rows';
import { openMemoryDatabase, type MemoryDatabase } from './memory-database';
import { names, type Entity } from './names';
import type { Step } from './dialect';

const OWNERS: Readonly<Record<string, Owner>> = {
  users: 'user',
  applications: 'application',
  organizations: 'organization',
  roles: 'role',
  permissions: 'permission',
  pep_proxies: 'pepProxy',
  iot_agents: 'iotAgent',
};
const OPENINGS: readonly Opening[] = ['session', 'device', 'key', 'token'];
const NOW = 7_000;
const classes: readonly Entity<object>[] = rows;
const named = classes.map((entity) => [entity.name, entity] as const);

interface Column {
  readonly property: string;
  readonly name: string;
  readonly type: unknown;
  readonly isOptional: boolean;
}

const columnsOf = (entity: Entity<object>): readonly Column[] =>
  getMetadataArgsStorage()
    .columns.filter(({ target }) => target === entity)
    .map(({ propertyName, options }) => ({
      property: propertyName,
      name: String(options.name),
      type: options.type,
      isOptional: options.nullable === true,
    }));
const has = (entity: Entity<object>, property: string) =>
  columnsOf(entity).some((column) => column.property === property);

let database: MemoryDatabase;
beforeEach(async () => (database = await openMemoryDatabase()));
afterEach(() => database.close());

const run = (sql: string, values: readonly unknown[] = []) =>
  database.dataSource.query<readonly Record<string, unknown>[]>(sql, [...values]);

/** Inserts a row of the class of this user in this application, whatever else there is. */
async function fill(entity: Entity<object>, userId: string, applicationId: string): Promise<void> {
  const given: Readonly<Record<string, unknown>> = { userId, applicationId, valid: 1 };
  const columns = columnsOf(entity).filter(({ property, isOptional }) => !isOptional || property in given);
  const values = columns.map(({ property, type }) =>
    property in given
      ? given[property]
      : type === 'varchar' || type === 'text'
        ? `${property}-${userId}-${applicationId}`
        : 1,
  );
  const marks = columns.map(() => '?').join(', ');
  await run(
    `INSERT INTO ${names(entity).table} (${columns.map(({ name }) => name).join(', ')}) VALUES (${marks})`,
    values,
  );
}

/** Which rows of the class are in force: the users and applications that they are of. */
async function inForce(entity: Entity<object>): Promise<readonly string[]> {
  const found = await run(`SELECT * FROM ${names(entity).table}`);
  return found
    .filter((row) => (row['revoked_at'] ?? null) === null && row['valid'] !== 0)
    .map((row) => `${String(row['user_id'])} ${(row['application_id'] as string | undefined) ?? ''}`.trim())
    .toSorted();
}

const WHOSE = [
  ['ana', 'parking'],
  ['ana', 'weather'],
  ['eva', 'parking'],
] as const;

/** What is in force of every class that says when it ends, after the steps. */
async function after(steps: readonly Step[]): Promise<Readonly<Record<string, readonly string[]>>> {
  await run('PRAGMA foreign_keys = OFF');
  const ending = classes.filter((entity) => endsOf(entity)?.end !== undefined);
  for (const entity of ending)
    for (const [user, application] of WHOSE)
      if (has(entity, 'applicationId') || application === 'parking') await fill(entity, user, application);
  await database.sql.atomically(steps);
  return Object.fromEntries(
    await Promise.all(ending.map(async (entity) => [entity.name, await inForce(entity)] as const)),
  );
}

const left = (entity: Entity<object>, ends: (user: string, application: string) => boolean) =>
  WHOSE.filter(([, application]) => has(entity, 'applicationId') || application === 'parking')
    .filter(([user, application]) => !ends(user, application))
    .map(([user, application]) => (has(entity, 'applicationId') ? `${user} ${application}` : user))
    .toSorted();

const expected = (ends: (statement: EndsOf<object>, user: string, application: string) => boolean) =>
  Object.fromEntries(
    classes
      .filter((entity) => endsOf(entity)?.end !== undefined)
      .map((entity) => [
        entity.name,
        left(entity, (user, application) => ends(endsOf(entity)!, user, application)),
      ]),
  );

describe('A row class', () => {
  it('is each class of the data source', () => {
    expect(database.dataSource.entityMetadatas.map(({ target }) => target).toSorted()).toEqual(
      [...classes].toSorted(),
    );
  });

  it.each(named)('%s says with what its rows end, and its foreign keys do it', async (_name, entity) => {
    const statement = endsOf(entity);
    if (!statement) throw new Error(`${entity.name} has no @Ends`);
    const keys = await run(`PRAGMA foreign_key_list(${names(entity).table})`);
    expect(keys.map((key) => key['on_delete'])).toEqual(keys.map(() => 'CASCADE'));
    expect([...new Set(keys.map((key) => OWNERS[String(key['table'])]))].toSorted()).toEqual(
      statement.deletedWith.toSorted(),
    );
  });

  it.each(named)('%s that opens something, or hangs on a consent, says how it ends', (_name, entity) => {
    const { opens, endsWithConsent = false, end } = endsOf(entity)!;
    expect(end !== undefined).toBe(opens !== null || endsWithConsent);
    if (end === 'revoked') expect(has(entity, 'revokedAt')).toBe(true);
    if (end === 'invalid') expect(has(entity, 'valid')).toBe(true);
    // Whatever holds for one user in one application ends with the consent to it.
    if (opens === 'token') expect(endsWithConsent).toBe(has(entity, 'applicationId'));
  });

  it.each(named)('%s that is of a user and can be spent, opens something', (_name, entity) => {
    if (has(entity, 'userId') && has(entity, 'expiresAt')) expect(endsOf(entity)?.opens).not.toBeNull();
  });
});

describe('The end', () => {
  it.each(OPENINGS)(
    'of every %s of a user is that of all classes which open it, and of no others',
    async (opening) => {
      expect(await after(endOpened(opening, 'ana', NOW))).toEqual(
        expected(({ opens }, user) => opens === opening && user === 'ana'),
      );
    },
  );

  it('of a consent is that of all classes which hang on it', async () => {
    expect(await after(endConsent('ana', 'parking', NOW))).toEqual(
      expected(
        ({ endsWithConsent }, user, application) =>
          endsWithConsent === true && user === 'ana' && application === 'parking',
      ),
    );
  });

  it('of the tokens that an application holds for a user leaves the consent', async () => {
    expect(await after(endTokensOfBoth('ana', 'parking', NOW))).toEqual(
      expected(
        ({ endsWithConsent, opens }, user, application) =>
          endsWithConsent === true && opens !== null && user === 'ana' && application === 'parking',
      ),
    );
  });
});
