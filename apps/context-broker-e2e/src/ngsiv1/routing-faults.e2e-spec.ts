import { errorBody } from '../support/broker-client';
import { describeEachStore } from '../support/each-store';

/* docs/behaviour/ngsiv1.md, "Faults before the operation" */

const TEXT = 'Service not found. Check your URL as probably it is wrong.';
const UNKNOWN = ['/', '//', '/?a=b', '/Version', '/nothing', '/V2/entities', '/NGSI8/contextEntities/E'];
const WRONG_VERBS: readonly (readonly [method: string, path: string, allow: string])[] = [
  ['POST', '/statistics', 'GET, DELETE'],
  ['POST', '/cache/statistics', 'GET, DELETE'],
  ['POST', '/log/trace', 'GET, DELETE'],
  ['GET', '/log/trace/1', 'PUT, DELETE'],
];
const OLD_PATHS = ['/log/traceLevel', '/V1/admin/log/trace', '/v1/admin/log/traceLevel'];

/** Both kinds of fault, with the bodies that they have. */
const faults =
  (unknown: string, wrongVerb: string): Parameters<typeof describeEachStore>[1] =>
  (broker) => {
    it.each(UNKNOWN)('GET %s is unknown', async (path) => {
      expect(await broker().client().get(path)).toMatchObject({ status: 400, body: unknown });
    });

    it('GET /nothing/(x) has characters that no path has', async () => {
      const body = unknown.replace(TEXT, 'invalid character in URI');
      expect(await broker().client().get('/nothing/(x)')).toMatchObject({ status: 400, body });
    });

    it.each(WRONG_VERBS)('%s %s is a wrong verb', async (method, path, allow) => {
      const answer = await broker()
        .client()
        .send(method, path, method === 'POST' ? { body: 'not parsed' } : {});
      expect(answer).toMatchObject({ status: 405, body: wrongVerb });
      expect(answer.header('Allow')).toBe(allow);
    });

    it.each(['/v2/nothing', '/admin/nothing', '/version/nothing'])('GET %s is NGSIv2', async (path) => {
      expect((await broker().client().get(path)).body).toBe(errorBody('BadRequest', TEXT));
    });
  };

describeEachStore('unknown paths and wrong verbs while NGSIv1 is served', (broker, store) => {
  faults(`{"orionError":{"code":"400","reasonPhrase":"Bad Request","details":"${TEXT}"}}`, '')(broker, store);

  it.each(OLD_PATHS)('%s is another name of /log/trace', async (path) => {
    const client = broker().client();
    const send = async (method: string, list = '') => (await client.send(method, path + list)).body;
    await client.send('PUT', '/log/traceLevel/19,21-22');
    expect((await client.get('/log/trace')).body).toBe('{"tracelevels":"19, 21-22"}');
    expect(await send('DELETE', '/21')).toBe('{"tracelevels_removed":"21"}');
    expect(await send('GET')).toBe('{"tracelevels":"19, 22"}');
    expect(await client.send('POST', `${path}/1`, { body: '{}' })).toMatchObject({ status: 405, body: '' });
    expect(await send('DELETE')).toBe('{"tracelevels":"all trace levels off"}');
  });

  it('statistics have old paths', async () => {
    const client = broker().client();
    expect((await client.get('/v1/admin/statistics')).json()).toHaveProperty('uptime_in_secs');
    expect((await client.get('/v1/admin/cache/statistics')).json()).toHaveProperty('items');
  });
});

describeEachStore(
  'unknown paths and wrong verbs without NGSIv1',
  (broker, store) => {
    faults(errorBody('BadRequest', TEXT), errorBody('MethodNotAllowed', 'method not allowed'))(broker, store);

    it.each(OLD_PATHS)('%s is unknown', async (path) => {
      expect((await broker().client().get(path)).body).toBe(errorBody('BadRequest', TEXT));
    });
  },
  ['-compatVersion', '4.0.0'],
);
