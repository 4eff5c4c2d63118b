import { EventEmitter } from 'node:events';
import type { StreamAnswer, StreamBody } from '../../http/answer';
import { StreamHub, type StreamLimits, type StreamRequest } from './stream-hub';
import { StreamMetrics } from './stream-metrics';
import type { Topic } from './topic';

/** What a client has of a stream. `isStuck`: it takes nothing more. */
class Client extends EventEmitter {
  text = '';
  isStuck = false;
  writableLength = 0;
  ending: 'open' | 'ended' | 'destroyed' = 'open';

  write(chunk: Buffer | string): boolean {
    if (this.isStuck) this.writableLength += chunk.length;
    else this.text += chunk.toString();
    return true;
  }

  end(): void {
    this.ending = 'ended';
    this.emit('close');
  }

  destroy(): void {
    this.ending = 'destroyed';
    this.emit('close');
  }

  /** Kind and data of each event since the last call, the places between them left out. */
  take(): string[] {
    const blocks = this.text.split('\n\n');
    this.text = '';
    return blocks.flatMap((block) => {
      const [, kind, data] = /event: (.*)\ndata: (.*)/.exec(block) ?? [];
      return kind === undefined ? [] : [`${kind} ${data}`];
    });
  }

  get lastId(): string {
    return /.*id: (\S+)/s.exec(this.text)![1]!;
  }
}

let nowMs: number;
let metrics: StreamMetrics;
let topics: Map<string, Topic>;
let unfollowed: string[];
beforeEach(() => {
  nowMs = 0;
  metrics = new StreamMetrics();
  topics = new Map();
  unfollowed = [];
});

const hubOf = (limits: Partial<StreamLimits> = {}) =>
  new StreamHub(
    { streams: 10, streamsPerTenant: 10, bytes: 1_000, bytesOfAll: 100_000, ...limits },
    metrics,
    () => nowMs,
  );

/** What opens a stream that was let in. @throws Refusal */
function admit(hub: StreamHub, key: string, more: Partial<StreamRequest> = {}): () => Client {
  const answer: StreamAnswer = hub.answer({
    tenant: 't',
    key,
    lastEventId: undefined,
    remains: undefined,
    follow: (topic) => {
      topics.set(key, topic);
      return () => void unfollowed.push(key);
    },
    ...more,
  });
  return () => {
    const client = new Client();
    answer.open(client as unknown as StreamBody);
    return client;
  };
}

const open = (hub: StreamHub, key: string, more: Partial<StreamRequest> = {}): Client =>
  admit(hub, key, more)();

const gauge = async (name: string, labels: Record<string, string> = {}) =>
  (await metrics.registry.getSingleMetric(name)!.get()).values.find(({ labels: its }) =>
    Object.entries(labels).every(([label, value]) => its[label] === value),
  )?.value;

describe('StreamHub', () => {
  it('tells all readers of a topic, and those of another nothing', async () => {
    const hub = hubOf();
    const [a, b, other] = [open(hub, 'k'), open(hub, 'k'), open(hub, 'other')];
    topics.get('k')!.publish('update', '{"n":1}');
    expect([a.take(), b.take(), other.take()]).toEqual([['update {"n":1}'], ['update {"n":1}'], []]);
    expect([await gauge('broker_streams_open'), await gauge('broker_stream_events_total')]).toEqual([3, 2]);
  });

  it('gives a reader that comes back what it missed', () => {
    const hub = hubOf();
    const first = open(hub, 'k');
    topics.get('k')!.publish('update', '1');
    const lastEventId = first.lastId;
    first.destroy();
    topics.get('k')!.publish('update', '2');
    const again = open(hub, 'k', { lastEventId });
    topics.get('k')!.publish('update', '3');
    expect(again.take()).toEqual(['update 2', 'update 3']);
    expect(unfollowed).toEqual([]);
  });

  it.each([
    ['made up', () => 'ffffffffffffffff.1'],
    ['of no form', () => '../../etc'],
    ['of the future', (id: string) => id.replace(/\d+$/, '99')],
    ['of another topic', (_: string, hub: StreamHub) => open(hub, 'other').lastId],
  ])('tells a reader to start anew whose event is %s', (_, idOf) => {
    const hub = hubOf();
    const client = open(hub, 'k');
    const again = open(hub, 'k', { lastEventId: idOf(client.lastId, hub) });
    topics.get('k')!.publish('update', '1');
    expect(again.take()).toEqual([expect.stringMatching(/^reset /), 'update 1']);
  });

  it('tells so a reader whose events are not kept any more', () => {
    const hub = hubOf({ bytes: 100 });
    const client = open(hub, 'k');
    const lastEventId = client.lastId;
    for (let n = 0; n < 10; n++) topics.get('k')!.publish('update', String(n));
    expect(open(hub, 'k', { lastEventId }).take()).toEqual([expect.stringMatching(/^reset /)]);
    expect(open(hub, 'k', { lastEventId: client.lastId }).take()).toEqual([]);
  });

  it('forgets a topic that nobody comes back to', () => {
    const hub = hubOf();
    const client = open(hub, 'k');
    const lastEventId = client.lastId;
    nowMs = 100_000;
    hub.tick();
    client.destroy();
    nowMs += 59_999;
    hub.tick();
    expect(unfollowed).toEqual([]);
    nowMs += 1;
    hub.tick();
    expect(unfollowed).toEqual(['k']);
    expect(open(hub, 'k', { lastEventId }).take()).toEqual([expect.stringMatching(/^reset /)]);
  });

  it('keeps no more topics than there may be streams', () => {
    const hub = hubOf({ streams: 2 });
    for (const key of ['a', 'b', 'c', 'd']) open(hub, key).destroy();
    expect(unfollowed).toEqual(['a', 'b']);
  });

  it('ends the stream of a client that does not read, and of nobody else', async () => {
    const hub = hubOf({ bytes: 100 });
    const [stuck, other] = [open(hub, 'k'), open(hub, 'k')];
    stuck.isStuck = true;
    for (let n = 0; n < 10; n++) topics.get('k')!.publish('update', 'x'.repeat(50));
    expect([stuck.ending, other.ending, other.take().length]).toEqual(['destroyed', 'open', 10]);
    expect(stuck.writableLength).toBeLessThan(300);
    expect(await gauge('broker_streams_ended_total', { why: 'slow' })).toBe(1);
  });

  it('ends the slowest streams where all together wait for too much, and goes on with the others', async () => {
    const hub = hubOf({ bytesOfAll: 3_500 });
    const [slow, slower, reading] = ['a', 'b', 'c'].map((key) => open(hub, key));
    slow!.isStuck = true;
    slower!.isStuck = true;
    for (const key of ['a', 'b', 'b', 'c']) topics.get(key)!.publish('update', 'x'.repeat(400));
    expect([slow!.ending, slower!.ending, reading!.ending]).toEqual(['open', 'open', 'open']);
    for (let n = 0; n < 3; n += 1) topics.get('c')!.publish('update', 'x'.repeat(400));
    expect([slow!.ending, slower!.ending, reading!.ending]).toEqual(['open', 'destroyed', 'open']);
    expect(reading!.take()).toHaveLength(4);
    expect(await gauge('broker_streams_ended_total', { why: 'slow' })).toBe(1);
  });

  it('keeps events of topics only as far as all together may take', () => {
    const hub = hubOf({ bytesOfAll: 1_500 });
    const client = open(hub, 'a');
    const { lastId } = client;
    client.destroy();
    topics.get('a')!.publish('update', 'x'.repeat(900));
    const other = open(hub, 'b');
    topics.get('b')!.publish('update', 'x'.repeat(600));
    expect(other.take()).toHaveLength(1);
    expect(open(hub, 'a', { lastEventId: lastId }).take()).toEqual([expect.stringMatching(/^reset /)]);
  });

  it('ends the stream of a client that may read no more', async () => {
    const hub = hubOf();
    let may = true;
    const client = open(hub, 'k', { remains: () => Promise.resolve(may) });
    hub.tick();
    await Promise.resolve();
    expect([client.ending, client.text.endsWith(':\n\n')]).toEqual(['open', true]);
    may = false;
    hub.tick();
    await Promise.resolve();
    expect(client.ending).toBe('ended');
    expect(await gauge('broker_streams_ended_total', { why: 'access' })).toBe(1);
  });

  it('refuses streams beyond its limits, and takes others when one has ended', () => {
    const hub = hubOf({ streams: 3, streamsPerTenant: 2 });
    const first = open(hub, 'k');
    open(hub, 'k');
    expect(() => open(hub, 'k')).toThrow('too many streams of this tenant are open: 2');
    open(hub, 'k', { tenant: 'u' });
    expect(() => open(hub, 'k', { tenant: 'v' })).toThrow('too many streams are open: 3');
    first.destroy();
    first.destroy();
    open(hub, 'k');
    expect(() => open(hub, 'k')).toThrow('too many streams are open: 3');
  });

  it.each([
    ['in all', { streams: 2 }],
    ['of one tenant', { streamsPerTenant: 2 }],
  ])('keeps its limits %s when many are let in before the first is open', async (_, limits) => {
    const hub = hubOf(limits);
    const admitted = ['k', 'k', 'k', 'other'].map((key) => admit(hub, key));
    const clients = admitted.map((opens) => opens());
    expect(clients.map(({ ending, text }) => [ending, text !== ''])).toEqual([
      ['open', true],
      ['open', true],
      ['ended', false],
      ['ended', false],
    ]);
    expect([await gauge('broker_streams_open'), [...topics.keys()]]).toEqual([2, ['k']]);
    clients[0]!.destroy();
    expect(open(hub, 'k').ending).toBe('open');
  });

  it('opens nothing that was let in before it stopped', () => {
    const hub = hubOf();
    const opens = admit(hub, 'k');
    hub.stop();
    expect([opens().ending, [...topics.keys()]]).toEqual(['ended', []]);
  });

  it('ends all streams when it stops, and opens no others', async () => {
    const hub = hubOf();
    const client = open(hub, 'k');
    hub.stop();
    expect([client.ending, unfollowed]).toEqual(['ended', ['k']]);
    expect(() => open(hub, 'k')).toThrow('the broker is stopping');
    expect(await gauge('broker_streams_open')).toBe(0);
  });

  it('ends the streams of what is gone', () => {
    const hub = hubOf();
    const [client, other] = [open(hub, 'k'), open(hub, 'other')];
    hub.end('k', 'gone');
    hub.end('nothing', 'gone');
    expect([client.ending, other.ending, unfollowed]).toEqual(['ended', 'open', ['k']]);
  });

  it('has none where there may be none', () => {
    expect(() => open(hubOf({ streams: 0 }), 'k')).toThrow('no acceptable mime-type');
  });
});
