import { Get, Inject, Post, Res } from '@nestjs/common';
import { OPTIONS, type Options } from '../../../cli/options';
import { docsPath } from '../../../service/docs-path';
import { PublicUrl } from '../../../service/public-url';
import { release } from '../../../service/release';
import { OwnAccount } from '../../../subjects/users/own-account.service';
import { OrganizationsService } from '../../../subjects/organizations/organizations.service';
import { mayCreate } from '../../../access/may-create';
import { MyApplications } from '../../../subjects/applications/my-applications.service';
import { SignedInPages } from '../../../pages/page.guard';
import type { PageResponse } from '../../../pages/visit';

/** Of each kind; the rest is on its own page. */
const mostShown = 6;

const eldest = { sort: 'created', descending: false, limit: mostShown, offset: 0 } as const;

/** The start page of whoever is signed in. */
@SignedInPages('idm')
export class HomeController {
  constructor(
    private readonly applications: MyApplications,
    private readonly organizations: OrganizationsService,
    private readonly own: OwnAccount,
    private readonly publicUrl: PublicUrl,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get()
  async page(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { user } = visit;
    const applications = await this.applications.page(user, { text: '' }, eldest);
    const organizations = await this.organizations.ofUser(user.id, { limit: mostShown, offset: 0 });
    const mayRegister = mayCreate(user, this.options);
    const onlyUses = applications.length > 0 && !applications.some(({ develops }) => develops);
    visit.show('idm/home', {
      applications,
      organizations: organizations.map(({ role, organization }) => ({ ...organization, role })),
      mayRegister,
      // The steps are those of a developer; who only uses applications opens them below.
      tour: !user.startersTourEnded && mayRegister && !onlyUses,
    });
  }

  @Get('help_about')
  help(@Res() { locals: { visit } }: PageResponse): void {
    visit.show('idm/help', {
      version: release.version,
      publicUrl: this.publicUrl.toString(),
      docs: docsPath(this.options),
    });
  }

  @Post('tour/end')
  async endTour(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    await this.own.endTour(visit.actor);
    visit.go('/idm');
  }
}
