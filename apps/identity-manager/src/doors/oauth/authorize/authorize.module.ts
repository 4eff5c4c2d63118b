import { Module } from '@nestjs/common';
import { PagesModule } from '../../../pages/pages.module';
import { ApplicationsModule } from '../../../subjects/applications/applications.module';
import { AuditModule } from '../../../subjects/audit/audit.module';
import { ConsentsModule } from '../../../subjects/consents/consents.module';
import { TokensModule } from '../../../subjects/tokens/tokens.module';
import { AuthorizeErrorFilter } from './authorize-error.filter';
import { AuthorizeFlow } from './authorize-flow';
import { AuthorizeLogin } from './authorize-login';
import { AuthorizePages } from './authorize-pages';
import { AuthorizeParser } from './authorize-parser';
import { AuthorizeResponder } from './authorize-responder';
import { EndSessionParser } from './end-session';
import { AuthorizeController } from './authorize.controller';
import { LogoutController } from './logout.controller';

@Module({
  imports: [ApplicationsModule, PagesModule, AuditModule, ConsentsModule, TokensModule],
  controllers: [AuthorizeController, LogoutController],
  providers: [
    AuthorizeParser,
    EndSessionParser,
    AuthorizeFlow,
    AuthorizeLogin,
    AuthorizePages,
    AuthorizeResponder,
    AuthorizeErrorFilter,
  ],
})
export class AuthorizeModule {}
