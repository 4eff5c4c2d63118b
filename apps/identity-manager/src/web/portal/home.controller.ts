import { Get, Inject, Post, Res } from '@nestjs/common';
import { ApplicationList } from '../../applications/application-list.service';
import { OPTIONS, type Options } from '../../cli/options';
import { Sql } from '../../database/sql';
import { PublicUrl } from '../../http/public-url';
import { release } from '../../http/release';
import { OrganizationsService } from '../../organizations/organizations.service';
import { mayCreate } from '../../users/may-create';
import { SignedInPages } from '../page.guard';
import type { PageResponse } from '../visit';

/** The start page of whoever is signed in. */
@SignedInPages('idm')
export class HomeController {
  constructor(
    private readonly applications: ApplicationList,
    private readonly organizations: OrganizationsService,
    private readonly sql: Sql,
    private readonly publicUrl: PublicUrl,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get()
  async page(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { user } = visit;
    const organizations = await this.organizations.ofUser(user.id);
    visit.show('idm/home', {
      applications: await this.applications.rowsOf(user, { limit: 6, offset: 0 }),
      organizations: organizations.slice(0, 6).map(({ role, organization }) => ({ ...organization, role })),
      mayRegister: mayCreate(user, this.options),
      tour: !user.startersTourEnded,
    });
  }

  @Get('help_about')
  help(@Res() { locals: { visit } }: PageResponse): void {
    visit.show('idm/help', { version: release.version, publicUrl: this.publicUrl.toString() });
  }

  @Post('tour/end')
  async endTour(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    await this.sql.run('UPDATE users SET starters_tour_ended = TRUE WHERE id = ?', visit.user.id);
    visit.go('/idm');
  }
}
