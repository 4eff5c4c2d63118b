import type { EntityQuery } from '@smart-city/context';
import type { BrokerOptions } from '../../cli/options';
import type { LiveLists } from '../../core/entities/live-port';
import { readAccept } from '../../http/accept';
import { Answer } from '../../http/answer';
import type { NgsiRequest } from '../../http/ngsi-request';
import type { ConsoleAccess } from '../console-access';
import type { SessionDoor } from '../sign-in/session-door';
import { Visit } from '../visit';
import { PageChanges } from './page-changes';

const STREAM = new Answer(200);

/** One broker's console: what may be read, who is signed in, and what was followed. */
function openConsole(maxStreams = 10) {
  const world = { mayRead: true, isIn: true, isReachable: true };
  const followed: { query: EntityQuery; tenant: string; remains: (() => Promise<boolean>) | undefined }[] =
    [];
  const asked: string[] = [];
  const live: LiveLists = {
    follow: (_, { tenancy }, query, __, remains) => {
      followed.push({ query, tenant: tenancy.tenant, remains });
      return STREAM;
    },
  };
  const access: Pick<ConsoleAccess, 'mayRead' | 'requireRead'> = {
    mayRead: () =>
      world.isReachable ? Promise.resolve(world.mayRead) : Promise.reject(new Error('no decision')),
    requireRead: (_, resource) => {
      asked.push(resource);
      return world.mayRead ? Promise.resolve() : Promise.reject(new Error('forbidden'));
    },
  };
  const changes = new PageChanges(
    { maxStreams, multiservice: true } as BrokerOptions,
    live,
    access as ConsoleAccess,
    { isIn: () => world.isIn } as unknown as SessionDoor,
  );
  return { world, followed, asked, changes };
}

const request = (search: string, headers: Record<string, string> = {}) =>
  ({
    url: `/admin/console/changes?${search}`,
    header: (name: string) => headers[name],
    accept: readAccept(headers['accept'] ?? 'text/event-stream'),
  }) as unknown as NgsiRequest;

describe('changes that pages follow', () => {
  it.each([
    ['type=Room', [{ types: ['Room'] }], '/v2/entities'],
    ['type=Room&id=^R', [{ idPattern: '^R', types: ['Room'] }], '/v2/entities'],
    ['typeless=1', [{ types: [''] }], '/v2/entities'],
    ['', [], '/v2/entities'],
    ['entity=Room.*&type=Room', [{ ids: ['Room.*'], types: ['Room'] }], '/v2/entities/Room.*'],
    ['entity=Room1&typeless=1', [{ ids: ['Room1'], types: [''] }], '/v2/entities/Room1'],
  ])('%s', async (search, selectors, resource) => {
    const { changes, followed, asked } = openConsole();
    expect(await changes.follow(request(`service=s&${search}`))).toBe(STREAM);
    expect(followed).toMatchObject([{ query: { selectors }, tenant: 's' }]);
    expect(asked).toEqual([resource]);
  });

  it('by a condition, that has to be one', async () => {
    const { changes, followed } = openConsole();
    await changes.follow(request('q=t>20'));
    expect(followed[0]!.query.q).toBeDefined();
    await expect(changes.follow(request('q=%3D%3D'))).rejects.toThrow();
  });

  it.each(['/public,/secret', '/public,', ',/public'])('are of one service path, not %s', async (path) => {
    const { changes, followed, asked } = openConsole();
    await expect(changes.follow(request(`service=city&path=${path}`))).rejects.toMatchObject({ status: 400 });
    expect([asked, followed]).toEqual([[], []]);
  });

  it('are told until the reader may read no more, signs out, or nobody can say', async () => {
    const { world, changes, followed } = openConsole();
    await changes.follow(request('type=Room'));
    const remains = followed[0]!.remains!;
    expect(await remains()).toBe(true);
    for (const name of ['mayRead', 'isIn', 'isReachable'] as const) {
      world[name] = false;
      expect([name, await remains()]).toEqual([name, false]);
      world[name] = true;
    }
  });

  it('are not told to those who may not read, who want no stream, or to pages of another site', async () => {
    const { world, changes, followed } = openConsole();
    for (const headers of [{ accept: 'text/html' }, { accept: '*/*' }])
      await expect(changes.follow(request('type=Room', headers))).rejects.toMatchObject({ status: 406 });
    for (const site of ['cross-site', 'same-site'])
      await expect(changes.follow(request('', { 'sec-fetch-site': site }))).rejects.toMatchObject({
        status: 403,
      });
    world.mayRead = false;
    await expect(changes.follow(request('type=Room'))).rejects.toThrow('forbidden');
    expect(followed).toEqual([]);
  });

  it('have an address in the same service and service path, where there are streams', () => {
    const visit = Visit.of(request('service=s&path=/a/%23'), true);
    expect(openConsole().changes.addressOf(visit, { entity: 'E', type: 'T', path: '/a' })).toBe(
      '/admin/console/changes?service=s&path=%2Fa&entity=E&type=T',
    );
    expect(openConsole(0).changes.addressOf(visit, {})).toBeUndefined();
  });
});
