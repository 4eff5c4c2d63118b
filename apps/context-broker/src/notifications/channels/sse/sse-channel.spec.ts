import { subscriptionKey } from '../../../streams/stream-key';
import type { Topic } from '../../../streams/topic';
import type { Composition } from '../../composition';
import { SseChannelSender, type OutgoingSse } from './sse-channel';

const published: string[] = [];
const topic = { publish: (kind: string, data: string) => void published.push(`${kind} ${data}`) };
const channel = new SseChannelSender({
  streams: { find: (key) => (key === subscriptionKey('t', 's1') ? (topic as Topic) : undefined) },
});

const outgoing = (tenant: string, subscriptionId: string): OutgoingSse =>
  channel.compile()({
    written: {
      id: '',
      tenant,
      service: tenant,
      subscriptionId,
      servicePath: '/',
      correlator: 'c',
      body: '{}',
      attrsFormat: 'normalized',
      acceptedAtMs: 0,
    },
  } as Composition);

describe('the channel of Server-Sent Events', () => {
  it('publishes to those who follow the subscription', async () => {
    expect(await channel.send(outgoing('t', 's1'))).toEqual({ kind: 'answered' });
    expect(published).toEqual(['notification {}']);
  });

  it.each([
    ['t', 's2'],
    ['u', 's1'],
  ])('says that what nobody follows is lost: %s %s', async (tenant, id) => {
    expect(await channel.send(outgoing(tenant, id))).toMatchObject({ kind: 'failed' });
  });

  it('tells the log of what was sent', () => {
    const line = channel.describe(outgoing('t', 's1'), { kind: 'answered' }, (text) => text);
    expect(line).toBe('SSE Notif delivered (subId: s1): payload (2 bytes): {}');
  });
});
