import { Module } from '@nestjs/common';
import { PublicUrlModule } from '../../service/public-url.module';
import { DecisionsModule } from '../decisions/decisions.module';
import { OpenIdClaims } from './openid-claims.service';
import { OpenIdGrantsRepository } from './openid-grants.repository';
import { OpenIdGrants } from './openid-grants.service';
import { OpenIdProfilesRepository } from './openid-profiles.repository';

/** What OpenID Connect tells of users, and what is kept of its grants. */
@Module({
  imports: [DecisionsModule, PublicUrlModule],
  providers: [OpenIdGrantsRepository, OpenIdProfilesRepository, OpenIdGrants, OpenIdClaims],
  exports: [OpenIdGrants, OpenIdClaims],
})
export class OpenIdModule {}
