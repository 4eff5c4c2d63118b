import { requests } from '../requests';
import { runPostman, type PostmanCollection } from '@smart-city/testing';
import { adminEmail, adminPassword, eachDatabase } from '../each-database';

describe('Documents of the API', () => {
  eachDatabase((service) => {
    it('the OpenAPI document names this service', async () => {
      const { status, body, headers } = await requests(service().url).get('/openapi.json');
      expect([status, body.openapi, body.servers]).toEqual([200, '3.1.0', [{ url: service().url }]]);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(Object.keys(body.paths)).toEqual(
        expect.arrayContaining(['/oauth2/token', '/user', '/v1/users/{userId}']),
      );
    });

    it('every request of the Postman collection finds its route', async () => {
      const client = requests(service().url);
      const login = { name: adminEmail, password: adminPassword };
      const { headers } = await client.post('/v1/auth/tokens').send(login);
      const { body } = await client.get('/docs/postman.json');
      const answers = await runPostman(body as unknown as PostmanCollection, {
        apiToken: headers['x-subject-token'] ?? '',
      });
      expect(answers.length).toBeGreaterThan(75);
      expect(
        answers.filter(({ status, body: said }) => status >= 500 || said.includes('Path not found')),
        // A link or form that asks for no sign-out is none.
      ).toMatchObject([
        { request: 'GET /auth/external_logout', status: 404 },
        { request: 'POST /auth/external_logout', status: 404 },
      ]);
      expect(answers.find(({ request }) => request === 'POST /v1/users')).toMatchObject({ status: 201 });
    });

    it('the page is HTML that loads from here and sends to here only, with its files', async () => {
      const client = requests(service().url);
      const { status, text, headers } = await client.get('/docs');
      // supertest takes gzip.
      expect(headers['content-encoding']).toBe('gzip');
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';.* frame-ancestors 'none'/,
      );
      expect(text).toContain('<h2 id="applications">Applications</h2>');
      for (const [, file] of text.matchAll(/(?:src|href)="(docs\/[^"]+)"/g))
        expect([file, (await client.get(`/${file}`)).status]).toEqual([file, 200]);
      const spanish = { 'Accept-Language': 'es' };
      expect((await client.get('/docs').set(spanish)).text).toContain('<html lang="es">');
      expect((await client.get('/docs?language=en').set(spanish)).text).toContain('<html lang="en">');
    });
  });
});
