import { Module } from '@nestjs/common';
import { PublicUrlModule } from '../../service/public-url.module';
import { ApplicationsModule } from '../../subjects/applications/applications.module';
import { KeysModule } from '../../subjects/keys/keys.module';
import { TokensModule } from '../../subjects/tokens/tokens.module';
import { DiscoveryController } from './discovery.controller';

/** What clients learn of the service by themselves: its metadata and its public keys. */
@Module({
  imports: [ApplicationsModule, KeysModule, PublicUrlModule, TokensModule],
  controllers: [DiscoveryController],
})
export class OidcModule {}
