import { requests } from '../requests';
import { openSqlite, startIdentityManager } from '../each-database';

describe('Metrics', () => {
  it('are kept for whoever has the token, while everything else stays open', async () => {
    const database = await openSqlite();
    const service = await startIdentityManager(database, { IDM_METRICS_TOKEN: 'secret' });
    const metrics = () => requests(service.url).get('/metrics');
    const refused = await metrics();
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="identity-manager"',
    ]);
    expect((await metrics().auth('wrong', { type: 'bearer' })).status).toBe(401);
    const read = await metrics().auth('secret', { type: 'bearer' });
    expect([read.status, read.text.includes('identity_http_requests_total')]).toEqual([200, true]);
    expect((await requests(service.url).get('/health/ready')).status).toBe(200);
    await service.stop();
    await database.drop();
  });
});
