import { Global, Inject, Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { StreamHub } from './stream-hub';
import { StreamMetrics } from './stream-metrics';

const openHub = (
  {
    maxStreams: streams,
    maxTenantStreams: streamsPerTenant,
    streamBufferBytes: bytes,
    streamBytes: bytesOfAll,
  }: BrokerOptions,
  metrics: StreamMetrics,
): StreamHub => new StreamHub({ streams, streamsPerTenant, bytes, bytesOfAll }, metrics);

/** Streams of events, whatever they are about. */
@Global()
@Module({
  providers: [StreamMetrics, { provide: StreamHub, useFactory: openHub, inject: [OPTIONS, StreamMetrics] }],
  exports: [StreamHub, StreamMetrics],
})
export class StreamsModule implements BeforeApplicationShutdown {
  constructor(@Inject(StreamHub) private readonly hub: StreamHub) {}

  beforeApplicationShutdown(): void {
    this.hub.stop();
  }
}
