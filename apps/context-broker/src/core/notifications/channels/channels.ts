import type { NotificationChannel } from '@smart-city/ngsiv2';
import type { Outgoing } from '../outgoing';
import type { Channel, ChannelTools } from './channel';
import { EndpointChannelSender } from './endpoint/endpoint-channel';
import { HttpChannelSender } from './http/http-channel';
import { KafkaChannelSender } from './kafka/kafka-channel';
import { MqttChannelSender } from './mqtt/mqtt-channel';
import { SseChannelSender } from './sse/sse-channel';

/** Every channel. A new one is a folder and a line here, and its syntax in `libs/ngsiv2`. */
const openAll = (tools: ChannelTools): readonly Channel[] => [
  new HttpChannelSender(tools),
  new MqttChannelSender(tools),
  new KafkaChannelSender(tools),
  new SseChannelSender(tools),
  new EndpointChannelSender(tools),
];

/** This broker has no channel of that name: a newer one had, or an option brings it. */
export class NoSuchChannel extends Error {
  constructor(readonly channel: string) {
    super(`no channel '${channel}'`);
  }
}

/** The channels of a broker, by what subscriptions and notifications call them. */
export class Channels {
  private readonly byKind: ReadonlyMap<string, Channel>;
  /** By what notifications call them. The delivery queue looks here first: {@link of} would be a file more on each one's way. */
  readonly byName: ReadonlyMap<string, Channel>;

  constructor(private readonly all: readonly Channel[]) {
    this.byKind = new Map(all.flatMap((channel) => channel.kinds.map((kind) => [kind, channel] as const)));
    this.byName = new Map(all.map((channel) => [channel.name, channel]));
  }

  static open(tools: ChannelTools): Channels {
    return new Channels(openAll(tools));
  }

  /** @throws NoSuchChannel for a channel that has a syntax and no sender */
  for({ kind }: Pick<NotificationChannel, 'kind'>): Channel {
    return existing(this.byKind, kind);
  }

  /** @throws NoSuchChannel for a notification of a channel that is gone */
  of({ kind }: Pick<Outgoing, 'kind'>): Channel {
    return existing(this.byName, kind);
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((channel) => channel.close()));
  }
}

function existing(channels: ReadonlyMap<string, Channel>, kind: string): Channel {
  const channel = channels.get(kind);
  if (channel === undefined) throw new NoSuchChannel(kind);
  return channel;
}
