import { Get, Inject, Res } from '@nestjs/common';
import { mayCreate } from '../../../access/may-create';
import { AllowAnyUser } from '../../../access/rule';
import { OPTIONS, type Options } from '../../../cli/options';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import {
  isStanding,
  MyApplications,
  standings,
  standsAs,
} from '../../../subjects/applications/my-applications.service';
import { OrganizationsService } from '../../../subjects/organizations/organizations.service';

const PAGE_SIZE = 12;

/** The applications in which somebody has a part. */
@RulePages('idm/applications')
export class ApplicationListController {
  constructor(
    private readonly mine: MyApplications,
    private readonly organizations: OrganizationsService,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  /** By standing and, where asked, only through one organization. */
  @Get()
  @AllowAnyUser()
  async list(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { user } = visit;
    const own = await this.organizations.ofUser(user.id);
    const organization = own.find((each) => each.organization.id === visit.query('organization'));
    const all = organization
      ? await this.mine.through(organization.organization.id, user)
      : await this.mine.of(user);
    const wanted = visit.query('q').trim().toLowerCase();
    const named = all.filter(({ name }) => name.toLowerCase().includes(wanted));
    const asked = visit.query('role');
    const standing = isStanding(asked) ? asked : 'all';
    const found = named.filter((one) => standsAs(one, standing));
    const pageCount = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
    const page = Math.min(pageCount, Math.max(1, Number.parseInt(visit.query('page'), 10) || 1));
    visit.show('applications/list', {
      applications: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
      standing,
      counts: standings.map((each) => ({
        standing: each,
        count: named.filter((one) => standsAs(one, each)).length,
      })),
      organizations: own.map((each) => each.organization),
      organizationId: organization?.organization.id ?? '',
      mayRegister: mayCreate(user, this.options),
      query: visit.query('q'),
      page,
      pageCount,
    });
  }
}
