import supertest from 'supertest';
import { eachDatabase } from '../each-database';

describe('Documents of the API', () => {
  eachDatabase((service) => {
    it('the OpenAPI document names this service', async () => {
      const { status, body, headers } = await supertest(service().url).get('/openapi.json');
      expect([status, body.openapi, body.servers]).toEqual([200, '3.1.0', [{ url: service().url }]]);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(Object.keys(body.paths)).toEqual(
        expect.arrayContaining(['/oauth2/token', '/user', '/v1/users/{userId}']),
      );
    });

    it('the page is HTML under a policy that allows no scripts', async () => {
      const { status, text, headers } = await supertest(service().url).get('/docs');
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(text).toContain('<h2>Applications</h2>');
    });
  });
});
