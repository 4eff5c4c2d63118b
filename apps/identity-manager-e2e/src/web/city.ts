import { passwordTokens, type TestApplication, type TestUser } from '../provision';
import type { Web } from './in-chromium';

/** What there is in a city that uses the service: enough to fill every page. */
export interface City {
  readonly application: TestApplication;
  readonly other: TestApplication;
  readonly users: readonly TestUser[];
  readonly organizationId: string;
  readonly permissionId: string;
  readonly roleId: string;
}

const dayMs = 86_400_000;
const tokensByDay = [3, 8, 12, 9, 15, 22, 18, 7, 5, 14, 19, 25, 21];

const permissions = [
  {
    name: 'Read entities',
    action: 'GET',
    resource: '/v2/entities',
    roles: ['Operator', 'Visitor', 'Auditor'],
  },
  {
    name: 'Read one entity',
    action: 'GET',
    resource: '^/v2/entities/[^/]+$',
    is_regex: true,
    roles: ['Operator', 'Auditor'],
  },
  {
    name: 'Update attributes',
    action: 'PATCH',
    resource: '^/v2/entities/.*/attrs$',
    is_regex: true,
    roles: ['Operator'],
  },
  {
    name: 'Temperature of rooms',
    entities: {
      verbs: ['read', 'update'],
      types: ['Room', 'Hall'],
      attrs: ['temperature'],
      service_paths: ['/city/#'],
    },
    roles: ['Visitor'],
  },
  { name: 'Subscribe', action: 'POST', resource: '/v2/subscriptions', roles: ['Operator'] },
] as const;

const registration = (name: string, description: string, url: string) => ({
  name,
  description,
  url,
  redirect_uri: `${url}/callback`,
});

export async function buildCity(web: Web): Promise<City> {
  const { admin } = web;
  const application = await admin.createApplication(
    registration(
      'Smart Parking',
      'Finds free parking spaces and shows them on the map',
      'https://parking.example.org',
    ),
  );
  const other = await admin.createApplication(
    registration('Air Quality', 'Measurements of 240 stations, every minute', 'https://air.example.org'),
  );
  await admin.createApplication(
    registration('Water Meters', 'Consumption by district', 'https://water.example.org'),
  );
  const users = await Promise.all(
    ['Ana Torres', 'Luis Vega', 'Marta Ruiz', 'Ken Adams'].map((username) =>
      admin.createUser({ username, email: `${username.split(' ')[0]?.toLowerCase()}@example.org` }),
    ),
  );
  const { permissionId, operator, visitor } = await buildRoles(web, application);
  await admin.giveRole(application.id, users[0]?.id ?? '', operator);
  await admin.giveRole(application.id, users[1]?.id ?? '', visitor);
  const organizationId = await buildOrganizations(web, application, users[2]?.id ?? '', operator);
  const base = `/applications/${application.id}`;
  await admin.call('post', `${base}/pep_proxies`);
  await admin.call('post', `${base}/iot_agents`);
  await admin.call('put', `${base}/trusted_applications/${other.id}`);
  const [ana] = users;
  if (ana)
    for (const scope of ['bearer', 'jwt', 'permanent'])
      await passwordTokens(web.url, application, ana, scope);
  await rememberPast(web, application.id);
  return { application, other, users, organizationId, permissionId, roleId: operator };
}

async function buildRoles({ admin }: Web, { id }: TestApplication) {
  const roles = new Map<string, string>();
  for (const name of ['Operator', 'Visitor', 'Auditor']) {
    const { role } = await admin.call('post', `/applications/${id}/roles`, { role: { name } });
    roles.set(name, role.id);
  }
  let permissionId = '';
  for (const { roles: names, ...content } of permissions) {
    const { permission } = await admin.call('post', `/applications/${id}/permissions`, {
      permission: content,
    });
    permissionId = permission.id;
    for (const name of names)
      await admin.call('put', `/applications/${id}/roles/${roles.get(name)}/permissions/${permissionId}`);
  }
  return { permissionId, operator: roles.get('Operator') ?? '', visitor: roles.get('Visitor') ?? '' };
}

async function buildOrganizations({ admin }: Web, { id }: TestApplication, memberId: string, roleId: string) {
  const { organization } = await admin.call('post', '/organizations', {
    organization: {
      name: 'City Council',
      description: 'People who run the platform',
      website: 'https://city.example.org',
    },
  });
  await admin.call('put', `/organizations/${organization.id}/users/${memberId}/organization_roles/member`);
  await admin.call(
    'put',
    `/applications/${id}/organizations/${organization.id}/roles/${roleId}/organization_roles/member`,
  );
  return String(organization.id);
}

/** A fortnight of tokens and decisions, which no test can wait for. */
async function rememberPast({ database }: Web, applicationId: string): Promise<void> {
  const now = Date.now();
  for (const [index, count] of tokensByDay.entries()) {
    const at = now - (index + 1) * dayMs;
    for (let number = 0; number < count; number++)
      await database.query(
        "INSERT INTO audit_log (id, occurred_at, event, application_id, address, outcome) VALUES (?, ?, 'token.issue', ?, '192.0.2.7', 'success')",
        [`past-${index}-${number}`, at, applicationId],
      );
    for (const [decision, amount] of [
      ['Permit', 30 + ((index * 37) % 50)],
      ['Deny', (index * 13) % 17],
    ] as const)
      await database.query(
        'INSERT INTO decision_counts (application_id, day, decision, amount) VALUES (?, ?, ?, ?)',
        [applicationId, Math.floor(at / dayMs), decision, amount],
      );
  }
}

/** Without a blank: nothing can be broken at one. */
const longName = (word: string) => `${word}-${'Consolidated'.repeat(5)}`;

/** Gives everything names as long as somebody may choose, and fills the lists of users. */
export async function lengthenNames({ admin, database }: Web, city: City): Promise<void> {
  const { application, other, users, organizationId, permissionId } = city;
  for (const [index, { id }] of users.entries())
    await admin.call('patch', `/users/${id}`, {
      user: {
        username: longName(`User${index}`),
        email: `${'long-address'.repeat(5)}${index}@example.org`,
      },
    });
  for (const { id } of [application, other])
    await admin.call('patch', `/applications/${id}`, {
      application: {
        name: longName('Application'),
        description: longName('Description'),
        url: `https://${'a'.repeat(60)}.example.org/`,
      },
    });
  await admin.call('patch', `/organizations/${organizationId}`, {
    organization: { name: longName('Organization') },
  });
  const base = `/applications/${application.id}`;
  const { roles } = await admin.call('get', `${base}/roles`);
  for (const { id, name } of roles as { id: string; name: string }[])
    if (!['provider', 'purchaser'].includes(id))
      await admin.call('patch', `${base}/roles/${id}`, { role: { name: longName(name) } });
  await admin.call('patch', `${base}/permissions/${permissionId}`, {
    permission: { name: longName('Permission'), action: 'POST', resource: `/${'entities'.repeat(12)}` },
  });
  for (let number = 0; number < 30; number++) {
    const email = `neighbour${number}@example.org`;
    await database.query(
      'INSERT INTO users (id, username, email, email_lower, date_password, enabled, created_at) VALUES (?, ?, ?, ?, 0, ?, ?)',
      [`neighbour-${number}`, longName(`Neighbour${number}`), email, email, number % 2, Date.now()],
    );
  }
}
