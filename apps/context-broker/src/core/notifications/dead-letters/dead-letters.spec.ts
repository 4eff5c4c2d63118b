import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NgsiError } from '@smart-city/context';
import { EmbeddedDatabases } from '../../../storage/embedded/embedded-database';
import { EmbeddedDeadLetterStore } from '../../../storage/embedded/embedded-dead-letter-store';
import { NoSuchChannel } from '../channels/channels';
import type { DeliveryQueue } from '../delivery-queue';
import type { OutgoingHttp } from '../channels/http/http-notification';
import { DeadLetters } from './dead-letters';
import { DeadLettersService } from './dead-letters.service';
import { letterRowToJson, letterToJson } from './letter';

const SUBSCRIPTION = '51c0ac9ed714fb3b37d7d5a8';
const outgoing = (id: string, body = '{"A":1}'): OutgoingHttp => ({
  kind: 'http',
  id,
  tenant: 't',
  service: 't',
  subscriptionId: SUBSCRIPTION,
  servicePath: '/',
  correlator: 'c',
  body,
  attrsFormat: 'normalized',
  acceptedAtMs: 0,
  method: 'POST',
  protocol: 'http:',
  host: 'r',
  port: 1,
  path: '/x',
  headers: [['Authorization', 'Basic c2VjcmV0']],
  timeoutMs: 0,
});
const failed = { kind: 'failed', reason: 'Timeout was reached' } as const;
const answered = (code: number) => ({ kind: 'answered', code, answer: 'no' }) as const;
const all = { limit: 100, offset: 0 };

describe('dead letters', () => {
  let folder: string;
  let databases: EmbeddedDatabases;
  let store: EmbeddedDeadLetterStore;
  let letters: DeadLetters;
  let service: DeadLettersService;
  let queued: string[];
  let room: number;
  let channels: Set<string>;
  const errors: string[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'letters-'));
    databases = await EmbeddedDatabases.open({ folder, dbName: 'orion' });
    store = new EmbeddedDeadLetterStore(databases);
    letters = new DeadLetters({
      store,
      limits: { letters: 3, lettersOfTenant: 30, bytesOfTenant: 1_000_000 },
      targetOf: () => 'http://r:1',
      onError: (what) => errors.push(what),
    });
    queued = [];
    room = 100;
    channels = new Set(['http']);
    const offer = ({ id, kind }: { id: string; kind: string }) => {
      if (!channels.has(kind)) throw new NoSuchChannel(kind);
      return room-- > 0 && queued.push(id) > 0;
    };
    service = new DeadLettersService(store, letters, { offer } as unknown as DeliveryQueue);
  });
  afterEach(async () => {
    await databases.close();
    await rm(folder, { recursive: true, force: true });
  });
  const ids = async () => (await service.list('t', all)).letters.map(({ id }) => id);

  it('are what nothing answered, what was refused, and what found no room; not what was taken', async () => {
    expect(letters.settled(outgoing('ok'), { kind: 'answered', code: 204 }, 1)).toBeUndefined();
    expect(letters.settled(outgoing('mqtt'), { kind: 'answered' }, 1)).toBeUndefined();
    expect(
      letters.settled(outgoing('sse'), { kind: 'failed', reason: 'nobody', hasReceiver: false }, 1),
    ).toBeUndefined();
    const kept = [
      letters.settled(outgoing('a'), failed, 3)!,
      letters.settled(outgoing('b'), answered(404), 1)!,
      letters.dropped(outgoing('c')),
    ];
    await letters.flush();
    await Promise.all(kept);
    const { letters: rows, count } = await service.list('t', all);
    expect(count).toBe(3);
    const shown = rows
      .map(letterRowToJson)
      .sort((a, b) => ('id' in a && 'id' in b && a.id! < b.id! ? -1 : 1));
    expect(shown).toEqual([
      expect.objectContaining({ id: 'a', reason: 'failed', attempts: 3, failure: 'Timeout was reached' }),
      expect.objectContaining({
        id: 'b',
        reason: 'refused',
        attempts: 1,
        answer: { status: 404, body: 'no' },
      }),
      expect.objectContaining({ id: 'c', reason: 'queueFull', attempts: 0 }),
    ]);
    expect(shown[2]).not.toHaveProperty('answer');
  });

  it('show their request, credentials masked, and keep them for the next time', async () => {
    void letters.settled(outgoing('a'), failed, 1);
    const letter = await service.get('t', 'a');
    expect(letterToJson(letter)).toMatchObject({
      request: {
        method: 'POST',
        url: 'http://r:1/x',
        headers: { Authorization: '*****' },
        body: '{"A":1}',
      },
    });
    expect(letter.content).toContain('Basic c2VjcmV0');
    await expect(service.get('other', 'a')).rejects.toThrow(NgsiError);
  });

  it('are as many as may be kept: the oldest make room, and are counted', async () => {
    const waits = ['a', 'b', 'c', 'd', 'e'].map((id) => letters.settled(outgoing(id), failed, 1)!);
    await letters.flush();
    await Promise.all(waits);
    expect((await ids()).sort()).toEqual(['c', 'd', 'e']);
    void letters.dropped(outgoing('f'));
    expect(await ids()).toHaveLength(3);
    expect(letters.counts).toEqual({ kept: 4, dropped: 3 });
  });

  it('stay until they are delivered, and are then gone', async () => {
    void letters.settled(outgoing('a'), failed, 2);
    expect(await service.sendAgain('t', 'a')).toEqual({ queued: 1, waiting: 0 });
    expect(await service.sendAgain('t', 'a')).toEqual({ queued: 1, waiting: 0 });
    expect(queued).toEqual(['a']);
    expect(await ids()).toEqual(['a']);
    void letters.settled(outgoing('a'), failed, 3);
    expect((await service.list('t', all)).letters.map(letterRowToJson)).toMatchObject([
      { id: 'a', attempts: 5 },
    ]);
    await service.sendAgain('t', 'a');
    await letters.settled(outgoing('a'), answered(200), 1);
    expect(await ids()).toEqual([]);
  });

  it('are not lost where there is no room to send them again', async () => {
    for (const id of ['a', 'b', 'c']) {
      void letters.settled(outgoing(id), failed, 1);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    room = 2;
    expect(await service.sendAllAgain('t', SUBSCRIPTION)).toEqual({ queued: 2, waiting: 1 });
    expect(queued).toEqual(['a', 'b']);
    await expect(service.sendAgain('t', 'c')).rejects.toMatchObject({ status: 503 });
    expect(await ids()).toEqual(['c', 'b', 'a']);
    expect(await service.sendAllAgain('t', '5'.repeat(24))).toEqual({ queued: 0, waiting: 0 });
  });

  it('whose channel is gone stay, hold up no other, and can be sent when it is there again', async () => {
    for (const id of ['a', 'b', 'c']) void letters.settled(outgoing(id), failed, 1);
    const gone = { ...outgoing('d'), kind: 'amqp', acceptedAtMs: 1 } as unknown as OutgoingHttp;
    room = 2;
    await service.drop('t', 'a');
    await letters.flush();
    const kept = letters.settled(gone, failed, 1);
    await letters.flush();
    await kept;
    for (const _again of ['once', 'twice'])
      await expect(service.sendAgain('t', 'd')).rejects.toMatchObject({
        status: 422,
        message: "this broker cannot send it: it has no channel 'amqp'",
      });
    expect(await service.sendAllAgain('t', SUBSCRIPTION)).toEqual({ queued: 2, waiting: 1 });
    expect([queued.sort(), (await ids()).sort()]).toEqual([
      ['b', 'c'],
      ['b', 'c', 'd'],
    ]);
    channels.add('amqp');
    room = 1;
    expect(await service.sendAgain('t', 'd')).toEqual({ queued: 1, waiting: 0 });
    expect(queued).toContain('d');
  });

  it('are dropped one by one, or all of a subscription', async () => {
    for (const id of ['a', 'b', 'c']) void letters.settled(outgoing(id), failed, 1);
    await service.drop('t', 'b');
    await expect(service.drop('t', 'b')).rejects.toMatchObject({ status: 404 });
    expect((await ids()).sort()).toEqual(['a', 'c']);
    await service.dropAll('t', SUBSCRIPTION);
    expect(await ids()).toEqual([]);
  });

  it('that cannot be written are told of, and not said to be kept', async () => {
    const kept = letters.settled({ ...outgoing('a'), tenant: '../x' }, failed, 1)!;
    const outcome = kept.then(
      () => 'kept',
      () => 'lost',
    );
    await letters.flush();
    expect([await outcome, errors]).toEqual(['lost', ['keep dead letters']]);
  });
});
