import { TrustedApplicationRow, type ApplicationRow } from '../../database/entities/application.row';
import { addApplication, addUser } from '../../database/test-rows';
import { Invalid } from '../../faults/faults';
import { actorFor, BROKEN, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { ApplicationsModule } from './applications.module';
import { ApplicationsService } from './applications.service';
import { ClientsService } from './clients.service';
import { TrustedApplications } from './trusted-applications.service';

let context: TestContext;
let trusted: TrustedApplications;
let clients: ClientsService;
beforeAll(async () => {
  context = await openTestContext([ApplicationsModule], { IDM_CACHE_MAX_AGE: '60000' });
  [trusted, clients] = [context.get(TrustedApplications), context.get(ClientsService)];
});
afterAll(() => context.close());

let actor: Actor;
let own: ApplicationRow;
let other: ApplicationRow;
beforeEach(async () => {
  actor = actorFor(await addUser(context));
  [own, other] = [
    await addApplication(context, { name: 'own' }),
    await addApplication(context, { name: 'other' }),
  ];
  // What is remembered from here on has to be forgotten.
  expect(await clients.trustedBy(own.id)).toEqual([]);
});

const refused = (rule: 'alreadyTrusted' | 'trustsItself' | 'notTrusted') =>
  new Invalid('trusted_oauth_client_id', rule);
const events = async () =>
  (await context.auditedOf(actor)).map(({ event, subject }) => `${event} ${subject}`);

describe('An application that another trusts', () => {
  it('stands among the others by its name', async () => {
    for (const name of ['Zoo', 'Ávila', 'bus'])
      await trusted.add(actor, own, await addApplication(context, { name }));
    expect((await trusted.of(own)).map(({ name }) => name)).toEqual(['Ávila', 'bus', 'Zoo']);
  });

  it('is so at once, and one way only', async () => {
    await trusted.add(actor, own, other);
    expect([await trusted.idsOf(own), await clients.trustedBy(own.id)]).toEqual([[other.id], [other.id]]);
    expect(await trusted.idsOf(other)).toEqual([]);
    expect(await trusted.of(own)).toEqual([
      { id: other.id, name: 'other', image: 'default', description: null },
    ]);
    expect(await context.auditedOf(actor)).toMatchObject([
      { event: 'application.trust', subject: other.id, applicationId: own.id, outcome: 'success' },
    ]);
  });

  it('is none any more, at once', async () => {
    await trusted.add(actor, own, other);
    await trusted.add(actor, other, own);
    expect(await clients.trustedBy(own.id)).toEqual([other.id]);
    await trusted.remove(actor, own, other);
    expect([await trusted.idsOf(own), await clients.trustedBy(own.id)]).toEqual([[], []]);
    expect(await trusted.idsOf(other)).toEqual([own.id]);
    expect((await events()).at(-1)).toBe(`application.distrust ${other.id}`);
  });

  it('is so once, of two who say so at once', async () => {
    const both = await Promise.allSettled([1, 2].map(() => trusted.add(actor, own, other)));
    expect(both.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: refused('alreadyTrusted') },
    ]);
    const undone = await Promise.allSettled([1, 2].map(() => trusted.remove(actor, own, other)));
    expect(undone.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: refused('notTrusted') },
    ]);
    expect(await events()).toHaveLength(2);
  });

  it.each<[string, () => Promise<void>, ReturnType<typeof refused>]>([
    ['itself', () => trusted.add(actor, own, own), refused('trustsItself')],
    ['itself, to take it back', () => trusted.remove(actor, own, own), refused('trustsItself')],
    [
      'one that it does not trust, to take it back',
      () => trusted.remove(actor, own, other),
      refused('notTrusted'),
    ],
    [
      'one that trusts it, to take it back',
      async () => {
        await context.rows.insert(TrustedApplicationRow, {
          applicationId: other.id,
          trustedApplicationId: own.id,
        });
        await trusted.remove(actor, own, other);
      },
      refused('notTrusted'),
    ],
  ])('is never %s', async (_what, verb, fault) => {
    await expect(verb()).rejects.toEqual(fault);
    expect([await trusted.idsOf(own), await events()]).toEqual([[], []]);
  });

  it('is none when the write fails', async () => {
    const add = () => trusted.add(actor, own, other);
    await expect(context.whileBroken('INSERT ON trusted_applications', add)).rejects.toThrow(BROKEN);
    await expect(trusted.add(actor, own, { id: 'nowhere' })).rejects.toThrow();
    expect([await trusted.idsOf(own), await events()]).toEqual([[], []]);
  });

  it('is forgotten when it is deleted, by who trusted it', async () => {
    await trusted.add(actor, own, other);
    expect(await clients.trustedBy(own.id)).toEqual([other.id]);
    await context.get(ApplicationsService).delete(actor, other);
    expect([await trusted.idsOf(own), await clients.trustedBy(own.id)]).toEqual([[], []]);
  });
});
