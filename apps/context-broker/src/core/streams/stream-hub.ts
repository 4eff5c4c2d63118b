import { StreamAnswer } from '../../http/answer';
import { noAcceptableType } from '../../http/accept';
import { EventStream } from './event-stream';
import type { StreamEnd } from './stream-end';
import type { StreamMetrics } from './stream-metrics';
import { StreamPlaces, type PlaceLimits } from './stream-places';
import { Topic } from './topic';
import { WaitingBytes, type BytesHolder } from './waiting-bytes';

const HEARTBEAT_MS = 15_000;
/** A topic that nobody reads goes on for so long: whoever comes back misses nothing. */
const LINGER_MS = 60_000;
const KEPT_EVENTS = 1_000;

export interface StreamLimits extends PlaceLimits {
  /** That may wait for one reader, and that are kept of one topic. */
  readonly bytes: number;
  /** That wait for all readers, and are kept of all topics. */
  readonly bytesOfAll: number;
}

/** What a client reads, and from where. */
export interface StreamRequest {
  readonly tenant: string;
  /** What it follows: readers with the same key share a topic. */
  readonly key: string;
  readonly lastEventId: string | undefined;
  readonly remains: (() => Promise<boolean>) | undefined;
  /** Has events published on a new topic until the function that it gives is called. */
  readonly follow: (topic: Topic) => () => void;
}

interface OpenTopic {
  readonly topic: Topic;
  readonly unfollow: () => void;
  /** Undefined while it is read. */
  unreadSinceMs: number | undefined;
}

/** All streams of events that clients read, and the topics they are about. */
export class StreamHub {
  /** In the order in which they were last opened. */
  private readonly topics = new Map<string, OpenTopic>();
  private readonly places: StreamPlaces;
  private readonly waiting: WaitingBytes;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits: StreamLimits,
    private readonly metrics: StreamMetrics,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.places = new StreamPlaces(limits);
    this.waiting = new WaitingBytes(limits.bytesOfAll, () => this.holders());
  }

  /**
   * The answer that is a stream.
   *
   * @throws NgsiError  406 where there are no streams, 503 and 429 with `Retry-After` where there are too many
   */
  answer(request: StreamRequest): StreamAnswer {
    if (this.limits.streams === 0) throw noAcceptableType();
    const refusal = this.places.refusal(request.tenant);
    if (refusal !== undefined) throw refusal;
    return new StreamAnswer((body) => {
      // Others that were let in at the same moment may have taken the last place.
      if (this.places.refusal(request.tenant) !== undefined) return void body.end();
      const { topic } = this.topicOf(request);
      const stream = new EventStream(body, {
        maxWaitingBytes: this.limits.bytes,
        remains: request.remains,
        ended: (ended, why) => this.ended(ended, request, why),
      });
      this.places.take(request.tenant);
      this.metrics.opened();
      topic.join(stream, request.lastEventId);
    });
  }

  /** The topic with that key, while somebody follows it or may come back. */
  find(key: string): Topic | undefined {
    return this.topics.get(key)?.topic;
  }

  /** Looks after streams and topics: now and then, by its own timer. */
  tick(): void {
    for (const [key, open] of this.topics) {
      open.topic.forEachReader((reader) => reader.beat());
      if (open.unreadSinceMs !== undefined && this.nowMs() - open.unreadSinceMs >= LINGER_MS)
        this.close(key, open);
    }
  }

  /** Ends all streams; further ones are refused. */
  stop(): void {
    this.places.close();
    for (const key of this.topics.keys()) this.end(key, 'stop');
  }

  /** Ends the streams of a topic, and forgets it. */
  end(key: string, why: StreamEnd): void {
    const open = this.topics.get(key);
    if (open === undefined) return;
    open.topic.forEachReader((reader) => reader.end(why));
    this.close(key, open);
  }

  private topicOf(request: StreamRequest): OpenTopic {
    const known = this.topics.get(request.key);
    const open = known ?? this.open(request);
    open.unreadSinceMs = undefined;
    this.topics.delete(request.key);
    this.topics.set(request.key, open);
    return open;
  }

  private open({ follow }: StreamRequest): OpenTopic {
    if (this.topics.size >= this.limits.streams) this.closeOldestUnread();
    const topic = new Topic({ events: KEPT_EVENTS, bytes: this.limits.bytes }, (events, bytes) => {
      this.metrics.sent(events);
      this.waiting.add(bytes);
    });
    this.timer ??= setInterval(() => this.tick(), HEARTBEAT_MS).unref();
    return { topic, unfollow: follow(topic), unreadSinceMs: undefined };
  }

  /** The first of several that hold equally much lets go first. */
  private *holders(): Generator<BytesHolder, void, void> {
    for (const { topic } of this.topics.values()) {
      yield* topic.allReaders;
      yield topic;
    }
  }

  private closeOldestUnread(): void {
    for (const [key, open] of this.topics) if (open.unreadSinceMs !== undefined) return this.close(key, open);
  }

  private close(key: string, { unfollow }: OpenTopic): void {
    unfollow();
    this.topics.delete(key);
    if (this.topics.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private ended(stream: EventStream, { key, tenant }: StreamRequest, why: StreamEnd): void {
    this.places.leave(tenant);
    this.metrics.ended(why);
    const open = this.topics.get(key);
    open?.topic.leave(stream);
    if (open !== undefined && !open.topic.isRead) open.unreadSinceMs = this.nowMs();
  }
}
