import { errorBody } from '../support/broker-client';
import { describeEachStore } from '../support/each-store';

/* docs/behaviour/ngsiv1.md, Faults before the operation */

const TEXT = 'Service not found. Check your URL as probably it is wrong.';
const UNKNOWN = ['/', '//', '/?a=b', '/Version', '/nothing', '/V2/entities', '/NGSI8/contextEntities/E'];
const WRONG_VERBS: readonly (readonly [method: string, path: string, allow: string])[] = [
  ['POST', '/statistics', 'GET, DELETE'],
  ['POST', '/cache/statistics', 'GET, DELETE'],
  ['POST', '/log/trace', 'GET, DELETE'],
  ['GET', '/log/trace/1', 'PUT, DELETE'],
];

/** Both kinds of fault, with the bodies that they have. */
const faults =
  (unknown: string, wrongVerb: string): Parameters<typeof describeEachStore>[1] =>
  (broker) => {
    it.each(UNKNOWN)('GET %s is unknown', async (path) => {
      expect(await broker().client().get(path)).toMatchObject({ status: 400, body: unknown });
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

describeEachStore(
  'unknown paths and wrong verbs while NGSIv1 is served',
  faults(`{"orionError":{"code":"400","reasonPhrase":"Bad Request","details":"${TEXT}"}}`, ''),
);

describeEachStore(
  'unknown paths and wrong verbs without NGSIv1',
  faults(errorBody('BadRequest', TEXT), errorBody('MethodNotAllowed', 'method not allowed')),
  ['-compatVersion', '4.0.0'],
);
