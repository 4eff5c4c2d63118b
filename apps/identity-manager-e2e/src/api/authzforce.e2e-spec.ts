import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '@smart-city/testing';
import { requests } from '../requests';
import { eachDatabase } from '../each-database';
import { basic } from '../provision';
import { newApplication, newUser } from './api-client';

interface Received {
  readonly line: string;
  readonly body: string;
  readonly trace: string | undefined;
}

/** Speaks as much of AuthzForce's REST interface as the service uses; permits what some policy set names. */
class StubAuthzforce {
  readonly received: Received[] = [];
  private readonly policies = new Map<string, string>();
  private domains = 0;
  private readonly server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      const trace = request.headers['traceparent'];
      this.received.push({ line: `${request.method} ${request.url}`, body, trace: trace?.toString() });
      response.setHeader('Content-Type', 'application/xml');
      response.end(this.answer(request.url ?? '', body));
    });
  });

  listen = (port: number) => new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
  close = () => new Promise((resolve) => this.server.close(resolve));

  private answer(url: string, body: string): string {
    const domain = /\/domains\/([^/]+)/.exec(url)?.[1];
    if (domain === undefined) {
      const id = `domain-${++this.domains}`;
      return `<link xmlns="http://www.w3.org/2005/Atom" rel="item" href="${id}" title="${id}"/>`;
    }
    if (url.endsWith('/pap/policies')) this.policies.set(domain, body);
    if (!url.endsWith('/pdp')) return '<ok/>';
    const asked = [...body.matchAll(/string">([^<]*)</g)].map(([, value = '']) => value);
    const role = asked.at(1) ?? '';
    const permits = asked.slice(1).every((value) => this.policies.get(domain)?.includes(`>${value}<`));
    return `<Response><Result><Decision>${role !== '' && permits ? 'Permit' : 'Deny'}</Decision></Result></Response>`;
  }
}

let port: number;
const stub = new StubAuthzforce();
const env: Record<string, string> = {
  IDM_PDP_LEVEL: 'advanced',
  IDM_AUTHZFORCE_ENABLED: 'true',
  IDM_AUTHZFORCE_HOST: '127.0.0.1',
};

beforeAll(async () => {
  port = await freePort();
  env['IDM_AUTHZFORCE_PORT'] = String(port);
  await stub.listen(port);
});
afterAll(() => stub.close());

describe('With AuthzForce', () => {
  eachDatabase((service) => {
    it('policies follow the roles, and decisions follow the policies', async () => {
      const owner = await newUser(service());
      const application = await newApplication(owner);
      const base = `/applications/${application.id}`;
      const role = (await owner.api.post(`${base}/roles`, { role: { name: 'reader' } })).body.role.id;
      const permission = { name: 'p', action: 'GET', resource: '/data' };
      const { id } = (await owner.api.post(`${base}/permissions`, { permission })).body.permission;
      stub.received.length = 0;
      const assigned = await owner.api.put(`${base}/roles/${role}/permissions/${id}`);
      expect([assigned.status, assigned.body]).toEqual([
        201,
        {
          role_permission_assignments: { role_id: role, permission_id: id },
          authzforce: {
            create_policy: { message: 'Success creating policy.', status: 200 },
            activate_policy: { message: 'Success', status: 200 },
          },
        },
      ]);
      expect(stub.received.map(({ line }) => line.replace(/domain-\d+/, 'D'))).toEqual([
        'POST /authzforce-ce/domains',
        'POST /authzforce-ce/domains/D/pap/policies',
        'PUT /authzforce-ce/domains/D/pap/pdp.properties',
      ]);
      expect(stub.received[1]?.body).toContain(`<Rule RuleId="${id}" Effect="Permit">`);
      // Nothing changes, nothing is sent.
      expect(
        (await owner.api.put(`${base}/roles/${role}/permissions/${id}`)).body.authzforce,
      ).toBeUndefined();

      await owner.api.put(`${base}/users/${owner.id}/roles/${role}`);
      const { body } = await requests(service().url)
        .post('/oauth2/token')
        .set('Authorization', basic(application))
        .type('form')
        .send({ grant_type: 'password', username: owner.email, password: owner.password });
      const user = (more: object) =>
        requests(service().url)
          .get('/user')
          .query({ access_token: body.access_token, app_id: application.id, ...more });
      expect((await user({ action: 'GET', resource: '/data' })).body.authorization_decision).toBe('Permit');
      expect((await user({ action: 'GET', resource: '/other' })).body.authorization_decision).toBe('Deny');
      expect((await user({ authzforce: 'true' })).body.app_azf_domain).toMatch(/^domain-\d+$/);

      expect((await owner.api.delete(`${base}/roles/${role}/permissions/${id}`)).status).toBe(204);
      expect(stub.received.at(-2)?.body).toContain('Version="1.2"');
      expect((await user({ action: 'GET', resource: '/data' })).body.authorization_decision).toBe('Deny');
    });

    it('the trace of a request goes along, with policies and with questions', async () => {
      const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
      const owner = await newUser(service());
      const application = await newApplication(owner);
      const base = `/applications/${application.id}`;
      const role = (await owner.api.post(`${base}/roles`, { role: { name: 'reader' } })).body.role.id;
      const permission = { name: 'p', action: 'GET', resource: '/data' };
      const { id } = (await owner.api.post(`${base}/permissions`, { permission })).body.permission;
      stub.received.length = 0;
      await owner.api.call('put', `${base}/roles/${role}/permissions/${id}`, {}, { traceparent });
      const { body } = await requests(service().url)
        .post('/oauth2/token')
        .set('Authorization', basic(application))
        .type('form')
        .send({ grant_type: 'password', username: owner.email, password: owner.password });
      const question = { access_token: body.access_token, action: 'GET', resource: '/data' };
      await requests(service().url).get('/user').query(question).set({ traceparent }).expect(200);
      await requests(service().url).get('/user').query(question).expect(200);
      expect(stub.received.map(({ line, trace }) => [line.split('/').at(-1), trace])).toEqual([
        ['domains', traceparent],
        ['policies', traceparent],
        ['pdp.properties', traceparent],
        ['pdp', traceparent],
        ['pdp', undefined],
      ]);
    });
  }, env);
});
