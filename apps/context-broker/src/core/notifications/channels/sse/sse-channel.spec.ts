import type { StreamHub } from '../../../streams/stream-hub';
import { subscriptionKey } from '../../../streams/stream-key';
import { channelContract, compositionOf } from '../channel.contract';
import { SseChannelSender } from './sse-channel';

const { tenant, subscriptionId } = compositionOf('').written;
const followed = subscriptionKey(tenant, subscriptionId);

/** A hub in which one subscription is followed, by somebody who reads all. */
const hub = (bodies: string[]): Pick<StreamHub, 'find'> => {
  const topic = { publish: (_kind: string, body: string) => void bodies.push(body) };
  return { find: (key) => (key === followed ? (topic as ReturnType<StreamHub['find']>) : undefined) };
};

const received: string[] = [];
channelContract(
  () => new SseChannelSender({ streams: hub(received) }),
  () => Promise.resolve({ plain: { sse: {} }, bodies: received, close: () => Promise.resolve() }),
  { isAddressed: false },
);

it('fails where nobody follows the subscription, and there is nobody to try again with', async () => {
  const bodies: string[] = [];
  const channel = new SseChannelSender({ streams: hub(bodies) });
  const outgoing = channel.compile()(compositionOf('{}'));
  const other = { ...outgoing, subscriptionId: '5'.repeat(24) };
  expect(await channel.send(other)).toMatchObject({ kind: 'failed', hasReceiver: false });
  expect(await channel.send({ ...outgoing, tenant: 'other' })).toMatchObject({ kind: 'failed' });
  expect(bodies).toEqual([]);
  expect(channel.describe(other, { kind: 'failed', reason: 'x' }, (text) => text)).toBeUndefined();
});
