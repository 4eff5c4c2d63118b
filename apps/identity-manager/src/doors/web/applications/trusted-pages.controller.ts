import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAssigning } from '../../../access/rule';
import { Invalid } from '../../../faults/faults';
import { TrustedApplications } from '../../../subjects/applications/trusted-applications.service';
import { Directory } from '../../../subjects/directory/directory.service';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { applicationOf, frameOf } from './application-frame';

/** Applications whose tokens this one accepts. */
@RulePages('idm/applications/:applicationId/edit/trusted_applications')
export class TrustedPagesController {
  constructor(
    private readonly trusts: TrustedApplications,
    private readonly directory: Directory,
  ) {}

  @Get()
  @AllowAssigning()
  async page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const application = applicationOf(request);
    const query = visit.query('q').trim().slice(0, 255);
    const trusted = await this.trusts.of(application);
    const known = new Set([application.id, ...trusted.map(({ id }) => id)]);
    const { found: all, isCut } = await this.directory.applications(query);
    const found = all.filter(({ id }) => !known.has(id));
    visit.show('applications/trusted', {
      ...frameOf(request, 'trusted'),
      ...{ trusted, found, query, isCut, foundCount: all.length },
    });
  }

  @Post(':trustedApplicationId')
  @AllowAssigning()
  async add(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    await this.change(visit, request, () =>
      this.trusts.add(visit.actor, applicationOf(request), trustedOf(request)),
    );
  }

  @Post(':trustedApplicationId/remove')
  @AllowAssigning()
  async remove(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    await this.change(visit, request, () =>
      this.trusts.remove(visit.actor, applicationOf(request), trustedOf(request)),
    );
  }

  /** Trusted or distrusted twice is as good as once. */
  private async change(visit: Visit, request: ApiRequest, work: () => Promise<unknown>): Promise<void> {
    let flash = 'flash.saved';
    await work().catch((error: unknown) => {
      if (!(error instanceof Invalid)) throw error;
      flash = 'flash.exists';
    });
    visit.go(
      `/idm/applications/${encodeURIComponent(applicationOf(request).id)}/edit/trusted_applications`,
      flash,
    );
  }
}

function trustedOf({ objects }: ApiRequest) {
  if (!objects?.trustedApplication) throw new Error('the route names no application');
  return objects.trustedApplication;
}
