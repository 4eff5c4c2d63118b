import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAnyRole, AllowPermission } from '../../../access/rule';
import { may } from '../../../subjects/roles/internal-permission';
import { ApplicationSecrets, type Secrets } from '../../../subjects/applications/application-secrets.service';
import { PublicUrl } from '../../../service/public-url';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { ApplicationActivity } from './application-activity.service';
import { ApplicationQuestions } from './application-questions';
import { applicationOf, frameOf } from './application-frame';
import { MyApplications } from '../../../subjects/applications/my-applications.service';

/** What a program needs to know of this service. */
const endpoints = [
  ['authorize', '/oauth2/authorize'],
  ['token', '/oauth2/token'],
  ['revoke', '/oauth2/revoke'],
  ['user', '/user'],
  ['OpenID Connect', '/.well-known/openid-configuration'],
] as const;

/** An application's page: what it is, its credentials, what it does. */
@RulePages('idm/applications/:applicationId')
export class OverviewController {
  constructor(
    private readonly secrets: ApplicationSecrets,
    private readonly activity: ApplicationActivity,
    private readonly mine: MyApplications,
    private readonly publicUrl: PublicUrl,
    private readonly questions: ApplicationQuestions,
  ) {}

  @Get()
  @AllowAnyRole()
  page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    return this.show(visit, request, {});
  }

  /** Shows the secrets, once and on demand; that somebody read them is in the audit log. */
  @Post('secrets')
  @AllowPermission(may.manageApplication)
  async reveal(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const application = applicationOf(request);
    await this.show(visit, request, this.secrets.read(visit.actor, application));
  }

  @Post('secret/rotate')
  @AllowPermission(may.manageApplication)
  async rotateSecret(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const application = applicationOf(request);
    if (!this.questions.aboutSecret(visit, request, 'rotate')) return;
    const secret = await this.secrets.rotate(visit.actor, application);
    await this.show(visit, request, { secret, notice: 'application.secretNew' });
  }

  @Post('jwt_secret/reset')
  @AllowPermission(may.manageApplication)
  async resetJwtSecret(
    @Res() { locals: { visit } }: PageResponse,
    @Req() request: ApiRequest,
  ): Promise<void> {
    const application = applicationOf(request);
    if (!this.questions.aboutSecret(visit, request, 'resetJwt')) return;
    const jwtSecret = await this.secrets.resetJwt(visit.actor, application);
    const after = { ...application, jwtSecretEncrypted: 'new' };
    if (request.objects) request.objects.application = after;
    await this.show(visit, request, { jwtSecret, notice: 'application.jwtSecretNew' });
  }

  private async show(
    visit: Visit,
    request: ApiRequest,
    shown: Partial<Secrets> & { readonly notice?: string },
  ): Promise<void> {
    const { id, jwtSecretEncrypted } = applicationOf(request);
    const frame = frameOf(request, 'overview');
    visit.show('applications/overview', {
      ...frame,
      ...shown,
      endpoints,
      heldRoles: await this.mine.rolesIn(id, visit.user),
      hasJwtSecret: jwtSecretEncrypted !== null,
      publicUrl: this.publicUrl.toString(),
      numbers: frame.manages ? await this.activity.numbers(id) : [],
      charts: frame.manages ? await this.activity.charts(id) : [],
    });
  }
}
