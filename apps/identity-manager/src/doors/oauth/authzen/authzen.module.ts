import { Module } from '@nestjs/common';
import { HttpModule } from '../../../http/http.module';
import { PublicUrlModule } from '../../../service/public-url.module';
import { ApplicationsModule } from '../../../subjects/applications/applications.module';
import { StateChangesModule } from '../../../subjects/changes/state-changes.module';
import { DecisionsModule } from '../../../subjects/decisions/decisions.module';
import { TokensModule } from '../../../subjects/tokens/tokens.module';
import { UsersModule } from '../../../subjects/users/users.module';
import { OAuthModule } from '../oauth.module';
import { AskedSubjects } from './asked-subjects.service';
import { AskerGuard } from './asker.guard';
import { AuthZenErrorAnswers } from './authzen-error-answers';
import { AuthZenController } from './authzen.controller';
import { Evaluator } from './evaluator.service';

/** There when it is switched on. */
@Module({
  imports: [
    ApplicationsModule,
    DecisionsModule,
    HttpModule,
    OAuthModule,
    PublicUrlModule,
    StateChangesModule,
    TokensModule,
    UsersModule,
  ],
  controllers: [AuthZenController],
  providers: [AskedSubjects, AskerGuard, AuthZenErrorAnswers, Evaluator],
})
export class AuthZenModule {}
