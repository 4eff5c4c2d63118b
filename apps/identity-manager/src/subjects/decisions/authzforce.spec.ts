import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Logger } from '../../service/logger';
import { AuthzforceDecisionPoint } from './authzforce';
import { LocalDecisionPoint, type Question } from './decision-point';
import { decisionPointContract, PERMITTED } from './decision-point.contract';
import { permissionOf } from './test-permissions';

const unescaped = (written: string) =>
  written.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** What a XACML request says of one attribute. */
const valuesOf = (body: string, id: string) => {
  const [, inside = ''] = new RegExp(`AttributeId="${id}"[^>]*>(.*?)</Attribute>`, 's').exec(body) ?? [];
  return [...inside.matchAll(/<AttributeValue[^>]*>(.*?)<\/AttributeValue>/gs)].map(([, value]) =>
    unescaped(value!),
  );
};

/** The only policy of the stand-in: the role `good` may do what is PERMITTED. */
const permits = (body: string) =>
  valuesOf(body, 'urn:oasis:names:tc:xacml:2.0:subject:role').includes('good') &&
  String(valuesOf(body, 'urn:oasis:names:tc:xacml:1.0:action:action-id')) === PERMITTED.action &&
  String(valuesOf(body, 'urn:thales:xacml:2.0:resource:sub-resource-id')) === PERMITTED.resource;

const response = (decision: string) =>
  `<ns3:Response xmlns:ns3="urn:oasis:names:tc:xacml:3.0:core:schema:wd-17"><ns3:Result><ns3:Decision>${decision}</ns3:Decision></ns3:Result></ns3:Response>`;

/** What domains answer that do not decide: status and body. */
const TROUBLE: Readonly<Record<string, readonly [status: number, body: string]>> = {
  broken: [500, response('Permit')],
  undecided: [200, response('Indeterminate')],
  silent: [200, ''],
  other: [200, '{"Decision":"Permit"}'],
};

/** A stand-in that speaks AuthzForce's REST call. */
async function startStub(seen: string[]): Promise<Server> {
  const server = createServer((request, answer) => {
    void text(request).then((body) => {
      seen.push(`${request.method} ${request.url} ${request.headers['content-type']}`);
      const [, domain = ''] = /domains\/([^/]*)\/pdp$/.exec(request.url ?? '') ?? [];
      const [status, said] = TROUBLE[domain] ?? [200, response(permits(body) ? 'Permit' : 'Deny')];
      answer.writeHead(status).end(said);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

const QUESTION: Question = {
  applicationId: 'app',
  azfDomain: 'domain',
  userId: 'user',
  roles: [
    { id: 'other', name: 'another role' },
    { id: 'good', name: 'a role' },
  ],
  // They are the domain's: what this service has of them counts for nothing.
  permissions: [permissionOf({ isRegex: true, resource: '.*' })],
  request: PERMITTED,
};

describe('AuthzforceDecisionPoint', () => {
  const seen: string[] = [];
  let server: Server;
  let point: AuthzforceDecisionPoint;

  beforeAll(async () => {
    server = await startStub(seen);
    const { port } = server.address() as AddressInfo;
    point = new AuthzforceDecisionPoint({ host: '127.0.0.1', port }, new Logger('NONE'));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const domains = Object.keys(TROUBLE).map((azfDomain) => [azfDomain, { ...QUESTION, azfDomain }] as const);

  describe('with a domain', () => {
    decisionPointContract(() =>
      Promise.resolve({
        point,
        ofPermitted: QUESTION,
        ofNobody: { ...QUESTION, roles: [] },
        undecidable: Object.fromEntries(domains),
        close: () => Promise.resolve(),
      }),
    );
  });

  it('asks the domain of the application, whatever its name is', async () => {
    await point.decide({ ...QUESTION, azfDomain: 'a/../b' });
    expect(seen.at(-1)).toBe('POST /authzforce-ce/domains/a%2F..%2Fb/pdp application/xml');
  });

  it('denies where nobody answers', async () => {
    const nowhere = new AuthzforceDecisionPoint({ host: '127.0.0.1', port: 1 }, new Logger('NONE'));
    expect((await nowhere.decide(QUESTION)).decision).toBe('Deny');
  });

  it('decides for an application without domain as the local one does', async () => {
    const before = seen.length;
    const question: Question = { ...QUESTION, azfDomain: '' };
    const local = new LocalDecisionPoint(new Logger('NONE'));
    for (const permissions of [QUESTION.permissions, []])
      expect(await point.decide({ ...question, permissions })).toEqual(
        await local.decide({ ...question, permissions }),
      );
    expect(seen).toHaveLength(before);
  });
});
