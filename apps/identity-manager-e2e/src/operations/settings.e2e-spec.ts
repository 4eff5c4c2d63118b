import { eventually } from '@smart-city/testing';
import { requests } from '../requests';
import { adminOf, forbidden, newUser } from '../api/api-client';
import { eachSharedDatabase } from '../each-database';
import { unrelatedSettings } from './unrelated-settings';

describe('Settings that have nothing to do with each other', () => {
  eachSharedDatabase((service) => {
    it('metrics are kept for whoever has the token, while everything else stays open', async () => {
      const metrics = () => requests(service().url).get('/metrics');
      const refused = await metrics();
      expect([refused.status, refused.headers['www-authenticate']]).toEqual([
        401,
        'Bearer realm="identity-manager"',
      ]);
      expect((await metrics().auth('wrong', { type: 'bearer' })).status).toBe(401);
      const read = await metrics().auth('secret', { type: 'bearer' });
      expect([read.status, read.text.includes('identity_http_requests_total')]).toEqual([200, true]);
      expect((await requests(service().url).get('/health/ready')).status).toBe(200);
    });

    it('a misspelt one is named with what was meant, and one of Keyrock’s that has no effect', async () => {
      const output = () => service().process.output();
      // Lines of the log come by another way than the one that says where it listens.
      await eventually(() =>
        output().includes('IDM_LOGLEVEL is no setting and is ignored: IDM_LOG_LEVEL was meant?'),
      );
      await eventually(() => output().includes('IDM_EX_AUTH_ENABLED has no effect: '));
      expect(output().split('IDM_EX_AUTH_ENABLED has no effect: ')).toHaveLength(2);
    });

    it('there are no pages in headless mode', async () => {
      const answer = await fetch(`${service().url}/`, { headers: { accept: 'text/html' } });
      expect(answer.status).toBe(501);
      expect(await answer.json()).toEqual({ error: 'Identity Manager is running in HEADLESS mode' });
    });

    it('only administrators create applications and organizations', async () => {
      const user = await newUser(service());
      const application = { application: { name: 'x', redirect_uri: 'http://x' } };
      expect((await user.api.post('/applications', application)).body).toEqual(forbidden());
      expect((await user.api.post('/organizations', { organization: { name: 'x' } })).body).toEqual(
        forbidden(),
      );
      expect((await (await adminOf(service())).post('/applications', application)).status).toBe(201);
    });
  }, unrelatedSettings);
});
