import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { STREAM_ENDS, type StreamEnd } from './stream-end';

/** What `/metrics` says about streams of events. */
@Injectable()
export class StreamMetrics {
  readonly registry = new Registry();
  private readonly open = new Gauge({
    name: 'broker_streams_open',
    help: 'Streams of events that clients read',
    registers: [this.registry],
  });
  private readonly events = new Counter({
    name: 'broker_stream_events_total',
    help: 'Events written to streams, for each reader',
    registers: [this.registry],
  });
  private readonly ends = new Counter({
    name: 'broker_streams_ended_total',
    help: 'Streams that ended: the client went, read too slowly, may read no more, what it followed is gone, or the broker stopped',
    labelNames: ['why'] as const,
    registers: [this.registry],
  });

  constructor() {
    for (const why of STREAM_ENDS) this.ends.inc({ why }, 0);
  }

  opened(): void {
    this.open.inc();
  }

  sent(events: number): void {
    this.events.inc(events);
  }

  ended(why: StreamEnd): void {
    this.open.dec();
    this.ends.inc({ why });
  }
}
