import type { BrokerClient } from './broker-client';

const keyValues = { attrsFormat: 'simplifiedKeyValues' };
/** Subscribes to entities of type T. @returns the id */
export const subscribe = async (
  client: BrokerClient,
  url: string,
  notification: object = {},
  more: object = {},
): Promise<string> => {
  const created = await client.post('/v2/subscriptions', {
    subject: { entities: [{ idPattern: '.*', type: 'T' }] },
    notification: { http: { url }, ...keyValues, ...notification },
    ...more,
  });
  expect(created.body).toBe('');
  return created.header('Location')!.split('/').at(-1)!;
};
/** Creates or changes entity E. */
export const update = (client: BrokerClient, value: number) =>
  client.post('/v2/op/update?options=keyValues', {
    actionType: 'append',
    entities: [{ id: 'E', type: 'T', A: value }],
  });
/** `notification` of a subscription, counters among it. */
export const notificationOf = async (client: BrokerClient, id: string) =>
  ((await client.get(`/v2/subscriptions/${id}`)).json() as { notification: Record<string, unknown> })
    .notification;
/** Attribute A of a notification. */
export const value = (body: string) => (JSON.parse(body) as { A: number }).A;
