import { Logger } from '@smart-city/logging';
import { parseNewSubscription } from '@smart-city/ngsiv2';
import { toJsonValue } from '@smart-city/ngsi-testing';
import { describeWithServer, eventually } from '@smart-city/testing';
import { Metrics } from '../../../operations/admin/metrics';
import { readBrokerOptions } from '../../../cli/options';
import { Alarms } from '../../../logs/alarms';
import { readEndpoints } from '../../../receivers/read-endpoints';
import { ReceiverPolicy } from '@smart-city/receivers';
import type { Composition } from '../composition';
import type { Outgoing } from '../outgoing';
import type { Channel, ChannelTools } from './channel';

/** A receiver of one protocol that a suite runs against, and how subscriptions name it. */
export interface ContractReceiver {
  /** `notification` members by name of the channel, for the receiver itself. */
  readonly plain: Readonly<Record<string, object>>;
  /** The same as a custom channel whose body is `payload`; undefined for a channel that has no such form. */
  readonly custom?: (payload: string) => Readonly<Record<string, object>>;
  /** A channel to a port where nobody listens; undefined where receivers come to the broker. */
  readonly nobody?: Readonly<Record<string, object>>;
  /** Bodies that came so far. */
  readonly bodies: readonly string[];
  close(): Promise<void>;
}

interface ContractSettings {
  /** How long a receiver may take to start. */
  readonly startMs?: number;
  /** The program that a receiver is; the suite is skipped where it is missing. */
  readonly server?: 'mosquitto' | 'kafka';
  /** False where receivers come to the broker: what is said of addresses does not hold then. Default true. */
  readonly isAddressed?: boolean;
  /** A custom channel whose address is no address once its macros are filled in. */
  readonly malformed?: Readonly<Record<string, object>>;
}

const REQUEST: Composition['request'] = {
  tenant: '',
  service: 'svc',
  authToken: undefined,
  nextNotificationCorrelator: () => 'c; cbnotif=1',
  tokenFor: () => undefined,
};

/** Real parts, silent. @param args  flags of the broker */
export function channelTools(args: readonly string[] = []): ChannelTools {
  const log = new Logger([], {
    component: 'test',
    level: 'FATAL',
    lineMaxSize: 1_000,
    payloadMaxSize: 1_000,
  });
  const { options } = readBrokerOptions(['-httpTimeout', '20000', '-mqttTimeout', '20000', ...args], {});
  return {
    options,
    log,
    alarms: new Alarms(options, log),
    transactions: new Metrics(options),
    receivers: new ReceiverPolicy([], []),
    streams: { find: () => undefined },
    endpoints: readEndpoints(options.endpointsFile),
  };
}

/** A notification that is written. */
export const compositionOf = (body: string): Composition => ({
  written: {
    id: '',
    tenant: '',
    service: 'svc',
    subscriptionId: '51c0ac9ed714fb3b37d7d5a8',
    servicePath: '/',
    correlator: 'c; cbnotif=1',
    body,
    attrsFormat: 'normalized',
    acceptedAtMs: 0,
  },
  headers: [],
  byteLength: Buffer.byteLength(body),
  contentType: 'text/plain',
  context: new Map([['X', 'nothing:']]),
  request: REQUEST,
  maxSize: 1_000,
});

const channelOf = (notification: object) =>
  parseNewSubscription(toJsonValue({ subject: { entities: [{ id: 'E' }] }, notification }), '/#').notification
    .channel;

/**
 * What every channel promises.
 *
 * @param open   makes the channel
 * @param start  starts a receiver
 */
export function channelContract(
  open: (tools: ChannelTools) => Channel,
  start: () => Promise<ContractReceiver>,
  { startMs = 30_000, server, malformed, isAddressed = true }: ContractSettings = {},
): void {
  const suite = () => {
    let receiver: ContractReceiver;
    let channel: Channel;
    beforeAll(async () => {
      receiver = await start();
    }, startMs);
    beforeEach(() => {
      channel = open(channelTools());
    });
    afterEach(() => channel?.close());
    afterAll(() => receiver?.close());

    const address = (notification: object, body: string, isCustom = false): Outgoing => {
      return channel.compile(channelOf(notification), isCustom)(compositionOf(body));
    };
    const nextBody = () => `body ${Math.random()} ü`;
    const check = (name: string, test: (there: ContractReceiver) => Promise<void>) =>
      it(name, () => test(receiver), 30_000);

    check('is the sender of its kinds and of its own notifications', async ({ plain, custom }) => {
      expect(channel.kinds).toContain(channelOf(plain).kind);
      if (custom !== undefined) expect(channel.kinds).toContain(channelOf(custom('x')).kind);
      expect(address(plain, 'x').kind).toBe(channel.name);
    });

    check('delivers a body, and says that it was answered', async ({ plain, bodies }) => {
      const body = nextBody();
      const result = await channel.send(address(plain, body));
      expect(result.kind).toBe('answered');
      await eventually(() => bodies.includes(body));
    });

    check('delivers in the order in which one waits for the other', async ({ plain, bodies }) => {
      const sent = [nextBody(), nextBody(), nextBody()];
      for (const body of sent) await channel.send(address(plain, body));
      await eventually(() => bodies.includes(sent[2]!));
      expect(bodies.filter((body) => sent.includes(body))).toEqual(sent);
    });

    check('delivers many at a time', async ({ plain, bodies }) => {
      const sent = Array.from({ length: 20 }, nextBody);
      const results = await Promise.all(sent.map((body) => channel.send(address(plain, body))));
      expect(results.every(({ kind }) => kind === 'answered')).toBe(true);
      await eventually(() => sent.every((body) => bodies.includes(body)));
    });

    check('delivers what was kept as JSON meanwhile', async ({ plain, bodies }) => {
      const body = nextBody();
      const kept = JSON.parse(JSON.stringify(address(plain, body))) as Outgoing;
      expect((await channel.send(kept)).kind).toBe('answered');
      await eventually(() => bodies.includes(body));
    });

    check('delivers after it was made ready, which may happen again', async ({ plain, bodies }) => {
      await channel.prepare(channelOf(plain));
      await channel.prepare(channelOf(plain));
      const body = nextBody();
      expect((await channel.send(address(plain, body))).kind).toBe('answered');
      await eventually(() => bodies.includes(body));
    });

    const checkAddressed: typeof check = (...of) => (isAddressed ? check(...of) : undefined);

    checkAddressed(
      'fails where nobody listens, without a rejection, again and again',
      async ({ nobody, plain, bodies }) => {
        await channel.prepare(channelOf(nobody!));
        for (let n = 0; n < 2; n++) expect((await channel.send(address(nobody!, 'x'))).kind).toBe('failed');
        const body = nextBody();
        expect((await channel.send(address(plain, body))).kind).toBe('answered');
        await eventually(() => bodies.includes(body));
      },
    );

    checkAddressed(
      'names the same target for the same address, and another for another',
      async ({ plain, nobody }) => {
        expect(channel.targetOf(address(plain, 'a'))).toBe(channel.targetOf(address(plain, 'b')));
        expect(channel.targetOf(address(plain, 'a'))).not.toBe(channel.targetOf(address(nobody!, 'a')));
      },
    );

    check('describes a delivery by subscription and payload', async ({ plain }) => {
      const line = channel.describe(address(plain, 'x'), { kind: 'answered' }, (text) => `<${text}>`);
      expect(line).toContain('Notif delivered (subId: 51c0ac9ed714fb3b37d7d5a8)');
      expect(line).toContain('payload (1 bytes): <x>');
    });

    check(
      'adds headers where the protocol has them, and leaves the notification as it was',
      async ({ plain }) => {
        const outgoing = address(plain, 'x');
        const before = JSON.stringify(outgoing);
        const after = channel.withHeaders(outgoing, [['traceparent', 't']]);
        expect(JSON.stringify(outgoing)).toBe(before);
        const headers: unknown = 'headers' in after ? after.headers : undefined;
        if (Array.isArray(headers)) expect(headers).toContainEqual(['traceparent', 't']);
        else expect(after).toBe(outgoing);
      },
    );

    if (malformed !== undefined)
      it('refuses what macros made of an address', () => {
        expect(() => address(malformed, 'x', true)).toThrow('malformed URL');
      });

    checkAddressed('leaves macros alone in a channel that is not custom', async ({ custom }) => {
      expect(JSON.stringify(address(custom!('${X}'), 'x', false))).not.toContain('nothing');
    });

    it('lets go of what it never used', async () => {
      await open(channelTools()).close();
    });
  };
  if (server === undefined) describe('Channel', suite);
  else describeWithServer(server, 'Channel', suite);
}
