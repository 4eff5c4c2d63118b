import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { AuthzforceDomainRow, type ApplicationRow } from '../../database/entities/application.row';
import { RolePermissionRow } from '../../database/entities/role.row';
import { addApplication, addPermission, addRole } from '../../database/test-rows';
import { openTestContext, type TestContext } from '../../test-context';
import { AuthzforcePolicies } from './authzforce-policies.service';
import { RolesModule } from './roles.module';

interface Received {
  readonly line: string;
  readonly body: string;
  readonly type: string | undefined;
  readonly trace: unknown;
}

const received: Received[] = [];
/** What the server answers to a path that ends like this; anything else is taken. */
const answers = new Map<string, readonly [status: number, body: string]>();
let domains = 0;

const server: Server = createServer((request, response) => {
  void text(request).then((body) => {
    const { url = '', method, headers } = request;
    received.push({
      line: `${method} ${url}`,
      body,
      type: headers['content-type'],
      trace: headers['traceparent'],
    });
    const made = `<link xmlns="http://www.w3.org/2005/Atom" rel="item" href="d${++domains}" title="x"/>`;
    const [status, answer] = answers.get(url.split('/').at(-1) ?? '') ?? [200, made];
    response.statusCode = status;
    response.end(answer);
  });
});

let context: TestContext;
let policies: AuthzforcePolicies;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context = await openTestContext([RolesModule], {
    IDM_PDP_LEVEL: 'advanced',
    IDM_AUTHZFORCE_ENABLED: 'true',
    IDM_AUTHZFORCE_HOST: '127.0.0.1',
    IDM_AUTHZFORCE_PORT: String((server.address() as AddressInfo).port),
  });
  policies = context.get(AuthzforcePolicies);
});
afterAll(async () => {
  await context.close();
  server.closeAllConnections();
  server.close();
});

let application: ApplicationRow;
beforeEach(async () => {
  received.length = 0;
  answers.clear();
  application = await addApplication(context);
});

const domainOf = () => context.rows.findOneBy(AuthzforceDomainRow, { applicationId: application.id });
const paths = () => received.map(({ line }) => line.replace(/\/d\d+/, '/D'));
const SENT = [
  'POST /authzforce-ce/domains/D/pap/policies',
  'PUT /authzforce-ce/domains/D/pap/pdp.properties',
];
const unreachable = {
  create_policy: { message: 'Authzforce error', status: 503 },
  activate_policy: { message: 'Error', status: 503 },
};

describe('The policies of an application at AuthzForce', () => {
  it('are sent to a domain of its own, which the first call makes, and then made those that count', async () => {
    expect(await policies.submit(application.id, undefined)).toEqual({
      create_policy: { message: 'Success creating policy.', status: 200 },
      activate_policy: { message: 'Success', status: 200 },
    });
    expect(paths()).toEqual(['POST /authzforce-ce/domains', ...SENT]);
    expect(new Set(received.map(({ type }) => type))).toEqual(new Set(['application/xml']));
    const domain = (await domainOf())!;
    expect(received[1]?.body).toContain(`PolicySetId="${domain.policy}"`);
    expect(received[2]?.body).toContain(
      `<rootPolicyRefExpression>${domain.policy}</rootPolicyRefExpression>`,
    );
  });

  /** AuthzForce refuses a version that it has. */
  const versions = () =>
    received.flatMap(({ body }) => /PolicySetId="[^"]+" Version="([^"]+)"/.exec(body)?.[1] ?? []).sort();

  it('have a version that grows, also when they are sent several times at once', async () => {
    await policies.submit(application.id, undefined);
    await Promise.all([1, 2, 3].map(() => policies.submit(application.id, undefined)));
    expect(versions()).toEqual(['1.1', '1.2', '1.3', '1.4']);
    expect(paths().filter((path) => path.endsWith('/domains'))).toHaveLength(1);
  });

  it('go to one domain, each with its version, when two are the first at once', async () => {
    await Promise.all([1, 2].map(() => policies.submit(application.id, undefined)));
    const { id } = (await domainOf())!;
    const sent = received.flatMap(({ line }) => /domains\/(d\d+)\/pap\/policies/.exec(line)?.[1] ?? []);
    expect([sent, versions()]).toEqual([
      [id, id],
      ['1.1', '1.2'],
    ]);
  });

  it('hold what the roles permit, as text that can be no markup, and nothing of another application', async () => {
    const [role, other] = [
      await addRole(context, application.id),
      await addRole(context, (await addApplication(context)).id),
    ];
    const permission = await addPermission(context, application.id, { resource: '/a<b&"c' });
    const strange = await addPermission(context, other.applicationId, { resource: '/strange' });
    await context.rows.insert(RolePermissionRow, [
      { roleId: role.id, permissionId: permission.id },
      { roleId: other.id, permissionId: strange.id },
    ]);
    await policies.submit(application.id, undefined);
    const sent = received[1]?.body ?? '';
    expect(sent).toContain(role.id);
    expect(sent).toContain(`RuleId="${permission.id}"`);
    expect(sent).toContain('/a&lt;b&amp;');
    expect(sent).not.toContain('/strange');
    expect(sent).not.toContain(other.id);
  });

  it('go with the trace of who changed something', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await policies.submit(application.id, { traceparent });
    await policies.submit(application.id, undefined);
    expect(received.map(({ trace }) => trace)).toEqual([...Array(3).fill(traceparent), undefined, undefined]);
  });

  it.each<[number, string]>([
    [400, 'XACML rule bad written'],
    [404, 'Domain not found in authzforce service'],
    [409, 'Error with policy version'],
    [500, 'Authzforce error'],
    [302, 'Authzforce error'],
  ])('that are answered with %i are told to be refused: %s', async (status, message) => {
    answers.set('policies', [status, '']);
    answers.set('pdp.properties', [status, '']);
    expect(await policies.submit(application.id, undefined)).toEqual({
      create_policy: { message, status },
      activate_policy: { message: 'Error', status },
    });
  });

  it.each<[string, readonly [number, string]]>([
    ['a failure', [500, '<link href="d"/>']],
    ['nothing', [200, '']],
    ['a page', [200, '<html></html>']],
    ['a link that leads elsewhere', [200, '<link href="/../admin"/>']],
    ['a link to the step above', [200, '<link href=".."/>']],
    ['an address', [200, '<link href="http://elsewhere.example/d"/>']],
    ['a link that is cut off', [200, `<link href="${'d'.repeat(60)}`]],
    ['a link that is too long', [200, `<link href="${'d'.repeat(129)}"/>`]],
  ])(
    'are not sent when %s comes instead of a domain, and the next time asks again',
    async (_case, answer) => {
      answers.set('domains', answer);
      expect(await policies.submit(application.id, undefined)).toEqual(unreachable);
      expect([await domainOf(), paths()]).toEqual([null, ['POST /authzforce-ce/domains']]);
      answers.clear();
      expect((await policies.submit(application.id, undefined))?.create_policy.status).toBe(200);
    },
  );
});

describe('Without an AuthzForce', () => {
  it('nothing is sent', async () => {
    const without = await openTestContext([RolesModule]);
    try {
      const { id } = await addApplication(without);
      expect(await without.get(AuthzforcePolicies).submit(id, undefined)).toBeUndefined();
      expect(await without.rows.count(AuthzforceDomainRow)).toBe(0);
    } finally {
      await without.close();
    }
  });

  it('that can be reached, what is stored here still counts', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const alone = await openTestContext([RolesModule], {
      IDM_PDP_LEVEL: 'advanced',
      IDM_AUTHZFORCE_ENABLED: 'true',
      IDM_AUTHZFORCE_HOST: '127.0.0.1',
      IDM_AUTHZFORCE_PORT: String(port),
    });
    try {
      const { id } = await addApplication(alone);
      expect(await alone.get(AuthzforcePolicies).submit(id, undefined)).toEqual(unreachable);
    } finally {
      await alone.close();
    }
  });
});
