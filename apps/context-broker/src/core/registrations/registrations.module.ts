import { errorMessage } from '@smart-city/service';
import { TRACING, type Tracing } from '@smart-city/telemetry';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { FORWARDING } from '../entities/forwarding-port';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { ReceiverPolicy } from '@smart-city/receivers';
import { REGISTRATION_STORE, type RegistrationStore } from '../../storage/registration-store';
import { ForwardingLog } from './forwarding/forwarding-log';
import { ForwardingService } from './forwarding/forwarding.service';
import { ProviderHealth } from './forwarding/provider-health';
import { ProviderCalls } from './forwarding/provider-calls';
import { ProviderClient } from './forwarding/provider-client';
import { ProviderWires } from './forwarding/provider-wire';
import { RegistrationCache } from './registration-cache';
import { RegistrationsService } from './registrations.service';

function openCache(store: RegistrationStore, options: BrokerOptions, log: BrokerLog): RegistrationCache {
  const cache = new RegistrationCache(
    store,
    { refreshMs: options.subCacheIvalSeconds * 1000, isOff: options.noCache },
    (error) => log.error(`Runtime Error (cannot refresh registrations: ${errorMessage(error)})`),
  );
  cache.start();
  return cache;
}

const openClient = (
  options: BrokerOptions,
  receivers: ReceiverPolicy,
  tracing: Tracing | undefined,
): ProviderClient =>
  new ProviderClient(
    {
      timeoutMs: options.httpTimeoutMs,
      maxAnswerBytes: options.outReqMsgMaxSize,
      insecure: options.insecureNotif,
      receivers,
    },
    tracing,
  );

/** Registrations, and forwarding for the two doors of `entities/`. */
@Global()
@Module({
  providers: [
    RegistrationsService,
    ForwardingLog,
    ProviderHealth,
    ProviderWires,
    { provide: RegistrationCache, useFactory: openCache, inject: [REGISTRATION_STORE, OPTIONS, LOG] },
    { provide: ProviderClient, useFactory: openClient, inject: [OPTIONS, ReceiverPolicy, TRACING] },
    {
      provide: FORWARDING,
      useFactory: (
        cache: RegistrationCache,
        client: ProviderClient,
        events: ForwardingLog,
        wires: ProviderWires,
        { cprForwardLimit }: BrokerOptions,
      ) => {
        const calls = new ProviderCalls(client, events, wires);
        return new ForwardingService(cache, calls, events, cprForwardLimit);
      },
      inject: [RegistrationCache, ProviderClient, ForwardingLog, ProviderWires, OPTIONS],
    },
  ],
  exports: [FORWARDING, ProviderHealth, ProviderWires, RegistrationCache, RegistrationsService],
})
export class RegistrationsModule implements OnApplicationShutdown {
  constructor(
    @Inject(ProviderClient) private readonly client: ProviderClient,
    private readonly cache: RegistrationCache,
  ) {}

  onApplicationShutdown(): void {
    this.cache.stop();
    this.client.close();
  }
}
