import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { asJson, printJson } from '../report';
import { sqliteDatabase } from './identity-database';
import { startIdentityManager } from './identity-servers';
import { takeSecondCore, type PinnedServer } from './pinned-server';

// The pages of a city of 100,000 users: one page of each list, asked for one after the other, against the least statements that
// find the same rows, run by better-sqlite3 in this process on the same file. Processor time counts; `--json` prints a report.

const USERS = 100_000;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 30);
const started = Date.now();
const DAY_MS = 86_400_000;

const digest = (key: string) => createHash('sha256').update(key).digest('hex');

/** Names of people who are many: accents, and some with equal names. */
const FIRST = ['María', 'José', 'Ana', 'Luis', 'Íñigo', 'Carmen', 'Ñusta', 'Pablo', 'Zoé', 'Álvaro'];
const LAST = ['García', 'López', 'Núñez', 'Muñoz', 'Vega', 'Ruiz', 'Ortega', 'Peña', 'Díaz', 'Gil'];

/** Straight into the file: a hundred thousand requests would measure requests. */
function fill(file: string): void {
  const database = new Sqlite(file, { timeout: 10_000 });
  const rows = (sql: string, row: (n: number) => readonly (string | number | null)[], count = USERS) => {
    const insert = database.prepare(sql);
    for (let n = 0; n < count; n++) insert.run(...row(n));
  };
  database.transaction(() => {
    rows(
      'INSERT INTO users (id, username, email, email_lower, image, date_password, enabled, admin, last_sign_in_at, created_at) VALUES (?, ?, ?, ?, ?, 0, ?, 0, ?, ?)',
      (n) => {
        const name = `${FIRST[n % 10]} ${LAST[Math.floor(n / 10) % 10]} ${n}`;
        const email = `user${n}@city.example`;
        return [
          `user-${n}`,
          name,
          email,
          email,
          'default',
          n % 50 === 0 ? 0 : 1,
          started - ((n * 7919) % (90 * DAY_MS)),
          started - n * 60_000,
        ];
      },
    );
    rows(
      "INSERT INTO applications (id, name, secret_encrypted, image, grant_type, response_type, token_types, default_token_kind, created_at) VALUES (?, ?, '', 'default', 'authorization_code', 'code', 'bearer', 'bearer', ?)",
      (n) => [`app-${n}`, `Application ${n}`, started - n],
      200,
    );
    rows(
      "INSERT INTO roles (id, name, is_internal, application_id) VALUES (?, ?, 0, 'app-0')",
      (n) => [`role-${n}`, `role ${n}`],
      10,
    );
    rows('INSERT INTO role_assignments (id, application_id, role_id, user_id) VALUES (?, ?, ?, ?)', (n) => [
      `assignment-${n}`,
      'app-0',
      `role-${n % 10}`,
      `user-${n}`,
    ]);
    rows(
      "INSERT INTO role_assignments (id, application_id, role_id, user_id) VALUES (?, ?, 'provider', 'admin')",
      (n) => [`own-${n}`, `app-${n}`],
      200,
    );
    rows(
      "INSERT INTO organizations (id, name, description, image, created_at) VALUES (?, ?, '', 'default', ?)",
      (n) => [`org-${n}`, `Organization ${n}`, n],
      500,
    );
    rows("INSERT INTO memberships (user_id, organization_id, role) VALUES (?, 'org-0', ?)", (n) => [
      `user-${n}`,
      n % 1000 === 0 ? 'owner' : 'member',
    ]);
    rows(
      "INSERT INTO memberships (user_id, organization_id, role) VALUES ('admin', ?, 'owner')",
      (n) => [`org-${n}`],
      500,
    );
    rows(
      "INSERT INTO access_tokens (token_hash, application_id, user_id, kind, grant_type, expires_at, created_at) VALUES (?, ?, ?, 'bearer', 'password', ?, ?)",
      (n) => [digest(`token-${n}`), `app-${n % 10}`, `user-${n}`, started + DAY_MS, started - n],
    );
    rows(
      "INSERT INTO audit_log (id, occurred_at, event, actor_id, application_id, subject, address, outcome, details) VALUES (?, ?, ?, ?, 'app-0', ?, '192.0.2.1', ?, '{\"through\":\"web\"}')",
      (n) => [
        `log-${n}`,
        started - n * 1000,
        n % 3 === 0 ? 'login' : 'token.issue',
        `user-${n % USERS}`,
        `user${n % USERS}@city.example`,
        n % 20 === 0 ? 'failure' : 'success',
      ],
      2 * USERS,
    );
  })();
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

/** A browser that is signed in as the administrator. */
function signIn(file: string): string {
  const session = randomBytes(32).toString('base64url');
  const database = new Sqlite(file, { timeout: 10_000 });
  database
    .prepare(
      "INSERT INTO web_sessions (session_hash, user_id, oauth_sign_in, second_factor_pending, auth_time, last_seen_at, expires_at, created_at) VALUES (?, 'admin', 0, 0, ?, ?, ?, ?)",
    )
    .run(sessionHash(session), started, Date.now() + DAY_MS, started + DAY_MS, started);
  database.close();
  return `session=${session}`;
}

const sessionHash = (session: string) => createHash('sha256').update(session).digest('hex');

const LISTED = 'id, username, email, image, enabled, awaiting_activation, admin, last_sign_in_at, created_at';
const TOKENS = `SELECT t.*, u.username, a.name FROM access_tokens t LEFT JOIN users u ON u.id = t.user_id JOIN applications a ON a.id = t.application_id WHERE t.revoked_at IS NULL AND t.application_id = 'app-0' AND t.expires_at > ${started} ORDER BY t.created_at DESC LIMIT 25`;

/** A page, and the least statements that find what it shows. */
const PAGES: readonly { readonly name: string; readonly path: string; readonly bare: readonly string[] }[] = [
  {
    name: 'users, newest first',
    path: '/idm/admins/list_users',
    bare: [
      'SELECT COUNT(*) FROM users',
      `SELECT ${LISTED} FROM users ORDER BY created_at DESC, id DESC LIMIT 25`,
    ],
  },
  {
    name: 'users by last sign-in, page 2,000',
    path: '/idm/admins/list_users?sort=-seen&page=2000',
    bare: [
      'SELECT COUNT(*) FROM users',
      `SELECT ${LISTED} FROM users ORDER BY last_sign_in_at DESC, id DESC LIMIT 25 OFFSET 49975`,
    ],
  },
  {
    name: 'users, a search without accents',
    path: '/idm/admins/list_users?q=garcia',
    bare: [
      "SELECT COUNT(*) FROM users WHERE username LIKE '%Garc%' OR email LIKE '%Garc%'",
      `SELECT ${LISTED} FROM users WHERE username LIKE '%Garc%' OR email LIKE '%Garc%' ORDER BY created_at DESC, id DESC LIMIT 25`,
    ],
  },
  {
    name: 'users with a role in an application',
    path: '/idm/applications/app-0/edit/users',
    bare: [
      "SELECT COUNT(*) FROM users WHERE id IN (SELECT user_id FROM role_assignments WHERE application_id = 'app-0')",
      "SELECT id, username, image FROM users WHERE id IN (SELECT user_id FROM role_assignments WHERE application_id = 'app-0') ORDER BY LOWER(username), id LIMIT 25",
    ],
  },
  {
    name: 'tokens of an application',
    path: '/idm/applications/app-0/tokens',
    bare: [
      `SELECT COUNT(*) FROM access_tokens WHERE revoked_at IS NULL AND application_id = 'app-0' AND expires_at > ${started}`,
      TOKENS,
    ],
  },
  {
    name: 'members of an organization',
    path: '/idm/organizations/org-0',
    bare: [
      "SELECT COUNT(*) FROM memberships WHERE organization_id = 'org-0'",
      "SELECT u.id, u.username, u.image, m.role FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = 'org-0' ORDER BY m.role DESC, u.id DESC LIMIT 25",
    ],
  },
  {
    name: 'one’s 200 applications',
    path: '/idm/applications',
    bare: [
      "SELECT * FROM applications WHERE id IN (SELECT application_id FROM role_assignments WHERE user_id = 'admin')",
    ],
  },
  {
    name: 'audit log of 200,000 entries',
    path: '/idm/admins/audit',
    bare: [
      'SELECT COUNT(*) FROM audit_log',
      'SELECT * FROM audit_log ORDER BY occurred_at DESC, id DESC LIMIT 25',
    ],
  },
  {
    name: 'audit log, a search for a name',
    path: '/idm/admins/audit?who=garcia%2012',
    bare: [
      "SELECT COUNT(*) FROM audit_log WHERE actor_id IN (SELECT id FROM users WHERE username LIKE '%García 12%') OR subject LIKE '%garcía 12%'",
    ],
  },
  { name: 'a user', path: '/idm/admins/users/user-77', bare: ["SELECT * FROM users WHERE id = 'user-77'"] },
];

interface Measured {
  readonly name: string;
  readonly bareMs: number;
  readonly pageMs: number;
  readonly wallMs: number;
  readonly bytes: number;
}

async function measure(server: PinnedServer, file: string, cookie: string): Promise<readonly Measured[]> {
  const database = new Sqlite(file, { readonly: true });
  const results: Measured[] = [];
  for (const { name, path, bare } of PAGES) {
    const statements = bare.map((sql) => database.prepare(sql));
    for (const statement of statements) statement.all();
    const bareStart = process.cpuUsage();
    for (let round = 0; round < ROUNDS; round++) for (const statement of statements) statement.all();
    const { user, system } = process.cpuUsage(bareStart);
    const get = async () => {
      const answer = await fetch(`${server.url}${path}`, { headers: { cookie }, redirect: 'manual' });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`);
      return Number(answer.headers.get('content-length') ?? 0);
    };
    // The statements kept this process busy, longer perhaps than the server keeps a connection.
    await get().catch(() => undefined);
    for (let round = 0; round < 5; round++) await get();
    const [cpuStart, wallStart] = [server.cpuMs() ?? 0, performance.now()];
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round++) bytes = await get();
    const wallMs = (performance.now() - wallStart) / ROUNDS;
    const pageMs = ((server.cpuMs() ?? 0) - cpuStart) / ROUNDS;
    results.push({ name, bareMs: (user + system) / 1000 / ROUNDS, pageMs, wallMs, bytes });
  }
  database.close();
  return results;
}

takeSecondCore();
const database = await sqliteDatabase();
const file = join(database.env['IDM_DATA_DIR'] ?? '', 'identity-manager.db');
try {
  // Once for the tables and the administrator.
  await (await startIdentityManager(database.env)).stop();
  fill(file);
  const cookie = signIn(file);
  const server = await startIdentityManager(database.env);
  const results = await measure(server, file, cookie);
  await server.stop();
  if (asJson) printJson({ users: USERS, results });
  else
    for (const { name, bareMs, pageMs, wallMs, bytes } of results)
      console.log(
        `${name.padEnd(38)} bare ${bareMs.toFixed(1).padStart(7)} ms   page ${pageMs.toFixed(1).padStart(7)} ms processor, ${wallMs.toFixed(1).padStart(7)} ms in all, ${(bytes / 1000).toFixed(1)} KB`,
      );
} finally {
  await database.drop();
}
