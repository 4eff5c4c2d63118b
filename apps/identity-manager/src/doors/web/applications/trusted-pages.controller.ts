import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAssigning } from '../../../access/rule';
import { ApplicationsService } from '../../../subjects/applications/applications.service';
import { ClientsService } from '../../../subjects/applications/clients.service';
import { TrustedApplicationsController } from '../../api/applications/trusted-applications.controller';
import { ApiError, badRequest } from '../../../http/api-errors';
import { Directory } from '../portal/directory.service';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { applicationOf, frameOf } from './application-frame';

/** Applications whose tokens this one accepts. */
@RulePages('idm/applications/:applicationId/edit/trusted_applications')
export class TrustedPagesController {
  constructor(
    private readonly api: TrustedApplicationsController,
    private readonly clients: ClientsService,
    private readonly applications: ApplicationsService,
    private readonly directory: Directory,
  ) {}

  @Get()
  @AllowAssigning()
  async page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const { id } = applicationOf(request);
    const query = visit.query('q').trim().slice(0, 255);
    const ids = await this.clients.trustedBy(id);
    const trusted = (await Promise.all(ids.map((one) => this.applications.findById(one)))).filter(
      (row) => row !== null,
    );
    const found = (await this.directory.applications(query)).filter(
      (one) => one.id !== id && !ids.includes(one.id),
    );
    visit.show('applications/trusted', { ...frameOf(request, 'trusted'), trusted, found, query });
  }

  @Post(':trustedApplicationId')
  @AllowAssigning()
  async add(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    await this.change(visit, request, () =>
      this.api.add(request, applicationOf(request), trustedOf(request)),
    );
  }

  @Post(':trustedApplicationId/remove')
  @AllowAssigning()
  async remove(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    await this.change(visit, request, () =>
      this.api.remove(request, applicationOf(request), trustedOf(request)),
    );
  }

  /** Trusted or distrusted twice is as good as once. */
  private async change(visit: Visit, request: ApiRequest, work: () => Promise<unknown>): Promise<void> {
    let flash = 'flash.saved';
    await work().catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      flash = 'flash.exists';
    });
    visit.go(
      `/idm/applications/${encodeURIComponent(applicationOf(request).id)}/edit/trusted_applications`,
      flash,
    );
  }
}

function trustedOf({ objects }: ApiRequest) {
  if (!objects?.trustedApplication) throw badRequest('no application');
  return objects.trustedApplication;
}
