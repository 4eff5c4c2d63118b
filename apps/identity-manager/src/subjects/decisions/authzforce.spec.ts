import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '../../service/logger';
import { AuthzforceDecisionPoint } from './authzforce';
import type { Question } from './decision-point';

/** A stand-in that speaks AuthzForce's REST call: permits role `good` on GET of `/a<b`. */
function startStub(seen: string[]): Promise<Server> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      seen.push(`${request.method} ${request.url} ${request.headers['content-type']}`);
      const permits = body.includes('>good<') && body.includes('>GET<') && body.includes('>/a&lt;b<');
      response.statusCode = request.url?.includes('broken') ? 500 : 200;
      response.end(
        `<ns3:Response xmlns:ns3="urn:oasis:names:tc:xacml:3.0:core:schema:wd-17"><ns3:Result><ns3:Decision>${permits ? 'Permit' : 'Deny'}</ns3:Decision></ns3:Result></ns3:Response>`,
      );
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const question = (role: string, azfDomain = 'domain'): Question => ({
  applicationId: 'app',
  azfDomain,
  userId: 'user',
  roles: [{ id: role, name: 'a role' }],
  permissions: [],
  request: { action: 'GET', resource: '/a<b' },
});

describe('AuthzforceDecisionPoint', () => {
  const seen: string[] = [];
  let server: Server;
  let point: AuthzforceDecisionPoint;

  beforeAll(async () => {
    server = await startStub(seen);
    point = new AuthzforceDecisionPoint(
      { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
      new Logger('ERROR'),
    );
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('asks the domain of the application and takes its answer', async () => {
    expect((await point.decide(question('good'))).decision).toBe('Permit');
    expect((await point.decide(question('bad'))).decision).toBe('Deny');
    expect(seen[0]).toBe('POST /authzforce-ce/domains/domain/pdp application/xml');
  });

  it('denies when the server fails', async () => {
    expect((await point.decide(question('good', 'broken'))).decision).toBe('Deny');
  });

  it('decides locally for an application without domain', async () => {
    const before = seen.length;
    expect((await point.decide(question('good', ''))).decision).toBe('Deny');
    expect(seen).toHaveLength(before);
  });
});
