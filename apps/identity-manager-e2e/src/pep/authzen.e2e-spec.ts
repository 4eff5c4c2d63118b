import { DocumentedAnswers } from '../documented-answers';
import { eachDatabase } from '../each-database';
import {
  Admin,
  basic,
  passwordTokens,
  requestToken,
  type TestApplication,
  type TestUser,
} from '../provision';
import { requests, type Answer } from '../requests';

const evaluation = '/access/v1/evaluation';
const evaluations = '/access/v1/evaluations';
const path = { type: 'path', id: '/data' };
const read = { name: 'GET' };

describe('Questions by the AuthZEN Authorization API', () => {
  eachDatabase(
    (service) => {
      let admin: Admin;
      let documented: DocumentedAnswers;
      let application: TestApplication;
      let user: TestUser;
      beforeAll(async () => {
        admin = await Admin.login(service().url);
        documented = await DocumentedAnswers.of(service().url);
        application = await admin.createApplication();
        user = await admin.createUser();
        const roles = await Promise.all([
          admin.createRole(application.id, { name: 'data', action: 'GET', resource: '/data' }),
          admin.createRole(application.id, {
            action: 'POST',
            resource: '/data',
            use_authorization_service_header: true,
            authorization_service_header: 'city/parks/#',
          }),
          admin.createRole(application.id, {
            entities: { verbs: ['read'], types: ['Room'], attrs: ['temperature'] },
          }),
        ]);
        for (const role of roles) await admin.giveRole(application.id, user.id, role);
      });

      const about = (more: object = {}) => ({
        subject: { type: 'user', id: user.id },
        action: read,
        resource: path,
        ...more,
      });

      const send = (to: string, body: object | string, authorization?: string) => {
        const request = requests(service().url).post(to).type('application/json').set('X-Request-ID', 'r-1');
        if (authorization !== undefined) request.set('Authorization', authorization);
        return request.send(body);
      };

      /** Each answer is as it is documented, and has the id of the request. */
      const checked = (to: string, answer: Answer): Answer => {
        expect(documented.problemsOf({ ...answer, method: 'post', path: to })).toEqual([]);
        expect(answer.headers['x-request-id']).toBe('r-1');
        return answer;
      };

      const ask = async (body: object | string, to = evaluation, authorization = basic(application)) =>
        checked(to, await send(to, body, authorization));

      const decided = async (body: object, authorization?: string) => {
        const answer = await ask(body, evaluation, authorization);
        expect(answer.status).toBe(200);
        return answer.body;
      };

      const clientToken = async (client = application) =>
        (await requestToken(service().url, client, { grant_type: 'client_credentials' }).expect(200)).body
          .access_token;

      const proxyToken = async () => {
        const { pep_proxy: proxy } = await admin.call('post', `/applications/${application.id}/pep_proxies`);
        const { headers } = await requests(service().url)
          .post('/v3/auth/tokens')
          .send({ name: proxy.id, password: proxy.password })
          .expect(201);
        return String(headers['x-subject-token']);
      };

      it('are asked where the metadata says', async () => {
        const { url } = service();
        await requests(url)
          .get('/.well-known/authzen-configuration')
          .expect(200, {
            policy_decision_point: url,
            access_evaluation_endpoint: `${url}${evaluation}`,
            access_evaluations_endpoint: `${url}${evaluations}`,
          });
      });

      it('are decided as by GET /user', async () => {
        const { access_token: token } = await passwordTokens(service().url, application, user);
        for (const [action, resource] of [
          ['GET', '/data'],
          ['get', '/data'],
          ['POST', '/data'],
          ['GET', '/data/1'],
        ]) {
          const query = { access_token: token, action, resource };
          const { body } = await requests(service().url).get('/user').query(query).expect(200);
          expect(
            await decided(about({ action: { name: action }, resource: { type: 'path', id: resource } })),
          ).toEqual({ decision: body.authorization_decision === 'Permit' });
        }
      });

      it('name a user by id, username or address', async () => {
        const { id, username, email } = user;
        const subjects = [id, username, email, `id:${id}`, `username:${username}`, `email:${email}`];
        for (const name of subjects) {
          const subject = { type: 'user', id: name };
          expect([name, await decided(about({ subject }))]).toEqual([name, { decision: true }]);
        }
        const others = [
          `id:${username}`,
          `username:${email}`,
          `email:${username}`,
          'nobody',
          'username:',
          'id:',
        ];
        for (const name of others) {
          const subject = { type: 'user', id: name };
          expect([name, await decided(about({ subject }))]).toEqual([name, { decision: false }]);
        }
      });

      it('may be about a token, as far as it is for the application', async () => {
        const { access_token: token } = await passwordTokens(service().url, application, user);
        const stranger = await admin.createApplication();
        const { access_token: elsewhere } = await passwordTokens(service().url, stranger, user);
        const by = (id: string) => decided(about({ subject: { type: 'access_token', id } }));
        expect(await by(token)).toEqual({ decision: true });
        expect(await by(elsewhere)).toEqual({ decision: false });
        await admin.call('put', `/applications/${application.id}/trusted_applications/${stranger.id}`);
        expect(await by(elsewhere)).toEqual({ decision: true });
        expect(await by('made up')).toEqual({ decision: false });
        expect(await by(await clientToken())).toEqual({ decision: false });
        await requests(service().url)
          .post('/oauth2/revoke')
          .set('Authorization', basic(application))
          .type('form')
          .send(`token=${token}`)
          .expect(200);
        expect(await by(token)).toEqual({ decision: false });
      });

      it('about applications, agents, strangers and users who were disabled are denied', async () => {
        const disabled = await admin.createUser();
        const role = await admin.createRole(application.id, { action: 'GET', resource: '/data' });
        await admin.giveRole(application.id, disabled.id, role);
        const subject = { type: 'user', id: disabled.username };
        expect(await decided(about({ subject }))).toEqual({ decision: true });
        await admin.call('patch', `/users/${disabled.id}`, { user: { enabled: false } });
        for (const other of [
          subject,
          { type: 'client', id: application.id },
          { type: 'iot_agent', id: user.id },
          { type: 'group', id: user.id },
          { type: 'user', id: (await admin.createUser()).id },
        ])
          expect(await decided(about({ subject: other }))).toEqual({ decision: false });
      });

      it('have a tenant and service paths', async () => {
        const posts = (context: object) => decided(about({ action: { name: 'POST' }, context }));
        expect(await posts({ tenant: 'city', servicePath: '/parks/west' })).toEqual({ decision: true });
        expect(await posts({ tenant: 'city', servicePath: ['/parks', '/parks/x'] })).toEqual({
          decision: true,
        });
        expect(await posts({ tenant: 'city', servicePath: '/parks,/roads' })).toEqual({ decision: false });
        expect(await posts({ tenant: 'town', servicePath: '/parks' })).toEqual({ decision: false });
        expect(await posts({})).toEqual({ decision: false });
      });

      it('may be about entities', async () => {
        const properties = { entityType: 'Room', attributes: ['temperature'] };
        const entity = (name: string, more: object = properties) =>
          decided(about({ action: { name }, resource: { type: 'entity', id: 'Room1', properties: more } }));
        expect(await entity('read')).toEqual({ decision: true });
        expect(await entity('GET')).toEqual({ decision: true });
        expect(await entity('delete')).toEqual({ decision: false });
        expect(await entity('paint')).toEqual({ decision: false });
        expect(await entity('read', { entityType: 'Room' })).toEqual({ decision: false });
        expect(await entity('read', { ...properties, entityType: 'Car' })).toEqual({ decision: false });
      });

      it('are explained to the application itself', async () => {
        const explained = about({ context: { explain: true } });
        const because = { permission: { id: expect.any(String), name: 'data' }, role: expect.anything() };
        expect(await decided(explained)).toEqual({ decision: true, context: because });
        expect(await decided(explained, `Bearer ${await clientToken()}`)).toHaveProperty('context');
        expect(await decided({ ...explained, action: { name: 'PUT' } })).toEqual({
          decision: false,
          context: { permission: null, role: null },
        });
      });

      it('are asked by the application, its token, or its PEP proxy, and by nobody else', async () => {
        const proxy = await proxyToken();
        for (const credentials of [basic(application), `Bearer ${await clientToken()}`, `Bearer ${proxy}`])
          expect(await decided(about(), credentials)).toEqual({ decision: true });
        const byHeader = await requests(service().url)
          .post(evaluation)
          .set('X-Auth-Token', proxy)
          .send(about({ context: { explain: true } }))
          .expect(200);
        expect(byHeader.body).toEqual({ decision: true });
        const stranger = await admin.createApplication();
        expect(await decided(about(), basic(stranger))).toEqual({ decision: false });

        const { access_token: ofUser } = await passwordTokens(service().url, application, user);
        const open = await admin.createApplication({ client_type: 'public' });
        for (const to of [evaluation, evaluations])
          for (const credentials of [
            undefined,
            'Basic',
            'Digest x',
            basic({ ...application, secret: 'wrong' }),
            basic({ ...application, secret: '' }),
            basic({ id: open.id, secret: open.secret ?? '' }),
            `Bearer ${ofUser}`,
            'Bearer made-up',
          ]) {
            const answer = checked(to, await send(to, about(), credentials));
            expect([credentials, answer.status]).toEqual([credentials, 401]);
            expect(answer.headers['www-authenticate']).toMatch(/^(Basic|Bearer) realm=/);
          }
      });

      it.each<[number, string, object | string]>([
        [400, 'no JSON', '{"subject":'],
        [400, 'an empty text', '""'],
        [400, 'a list', []],
        [400, 'null', 'null'],
        [400, 'no members', {}],
        [400, 'no type', { subject: { id: 'x' }, action: read, resource: path }],
        [
          400,
          'a number as name',
          { subject: { type: 'user', id: 'x' }, action: { name: 7 }, resource: path },
        ],
      ])('are answered %d when they have %s', async (status, _case, body) => {
        for (const to of [evaluation, evaluations]) expect((await ask(body, to)).status).toBe(status);
      });

      it('come as JSON by POST', async () => {
        const sent = () => requests(service().url).post(evaluation).set('Authorization', basic(application));
        await sent().type('form').send('subject=x').expect(415);
        await sent().type('text/plain').send('{}').expect(415);
        await sent().type('application/xml').send('<a/>').expect(415);
        await sent().expect(400);
        for (const method of ['get', 'put', 'patch', 'delete'] as const) {
          const answer = await requests(service().url)
            [method](evaluation)
            .set('X-Request-ID', 'r-1')
            .expect(405);
          expect(answer.headers['allow']).toBe('POST');
          expect(answer.headers['x-request-id']).toBe('r-1');
        }
        await requests(service().url).post('/access/v1/search/subject').send({}).expect(404);
      });

      describe('several at once', () => {
        const all = async (body: object) => {
          const answer = await ask(body, evaluations);
          expect(answer.status).toBe(200);
          return answer.body as unknown as { evaluations: readonly { decision: boolean }[] };
        };
        const items = ['GET', 'PUT', 'GET', 'DELETE'].map((name) => ({ action: { name } }));
        const decisions = async (semantic?: string) =>
          (
            await all({
              ...about(),
              evaluations: items,
              ...(semantic !== undefined && { options: { evaluations_semantic: semantic } }),
            })
          ).evaluations.map(({ decision }) => decision);

        it('are all answered, or up to the one that decides', async () => {
          expect(await decisions()).toEqual([true, false, true, false]);
          expect(await decisions('execute_all')).toEqual([true, false, true, false]);
          expect(await decisions('deny_on_first_deny')).toEqual([true, false]);
          expect(await decisions('permit_on_first_permit')).toEqual([true]);
        });

        it('are a single one without items', async () => {
          expect(await all(about())).toEqual({ decision: true });
          expect(await all(about({ evaluations: [] }))).toEqual({ decision: true });
        });

        it('deny what is faulty, and say why', async () => {
          const { subject, resource } = about();
          const evaluated = await all({ subject, resource, evaluations: [{ action: read }, {}, 7] });
          expect(evaluated.evaluations).toEqual([
            { decision: true },
            {
              decision: false,
              context: { error: { status: 400, message: expect.stringContaining('action') } },
            },
            { decision: false, context: { error: { status: 400, message: expect.any(String) } } },
          ]);
        });

        it('are at most 100, by a known semantic', async () => {
          const many = (count: number) => about({ evaluations: Array(count).fill({}) });
          expect((await all(many(100))).evaluations).toHaveLength(100);
          expect((await ask(many(101), evaluations)).status).toBe(400);
          const options = { evaluations_semantic: 'majority' };
          expect((await ask(about({ evaluations: [{}], options }), evaluations)).status).toBe(400);
        });
      });

      it('are counted by path', async () => {
        await ask(about());
        const { text } = await requests(service().url).get('/metrics').expect(200);
        expect(text).toMatch(
          /identity_http_requests_total\{route="\/access\/v1\/evaluation",method="POST",status="200"/,
        );
      });

      it('are not taken where they are not switched on', async () => {
        const { url } = await service().another({ IDM_AUTHZEN_ENABLED: 'false' });
        await requests(url).get('/.well-known/authzen-configuration').expect(404);
        for (const to of [evaluation, evaluations])
          await requests(url).post(to).set('Authorization', basic(application)).send(about()).expect(404);
      });
    },
    { IDM_AUTHZEN_ENABLED: 'true' },
  );
});
