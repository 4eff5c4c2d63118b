import { Module } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { OutboundClient } from './outbound-client';

const client = {
  provide: OutboundClient,
  useFactory: ({ outboundAllow, production }: Options) =>
    new OutboundClient({ allow: outboundAllow, allowsHttp: !production }),
  inject: [OPTIONS],
};

/** The client of every request to an address that somebody chose. */
@Module({ providers: [client], exports: [OutboundClient] })
export class OutboundModule {}
