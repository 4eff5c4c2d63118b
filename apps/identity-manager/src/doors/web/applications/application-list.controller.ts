import { Get, Inject, Res } from '@nestjs/common';
import { ListRequest, type ListShape } from '@smart-city/lists';
import { mayCreate } from '../../../access/may-create';
import { AllowAnyUser } from '../../../access/rule';
import { OPTIONS, type Options } from '../../../cli/options';
import { findPage } from '../../../pages/find-page';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import {
  standings,
  type MyApplicationSort,
  type Standing,
} from '../../../subjects/applications/my-application-lists.repository';
import { MyApplications } from '../../../subjects/applications/my-applications.service';
import { OrganizationsService } from '../../../subjects/organizations/organizations.service';

const shape: ListShape<MyApplicationSort, 'role', 'organization'> = {
  sorts: ['name', 'created'],
  usual: 'name',
  filters: { role: standings },
  texts: ['organization'],
};

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
    const request = new ListRequest(shape, (name) => visit.query(name));
    const own = await this.organizations.ofUser(user.id);
    const through = own.find((each) => each.organization.id === request.value('organization'));
    const standing = request.value('role');
    const wanted = {
      text: request.text,
      organizationId: through?.organization.id,
      // One of the values that the filter can take.
      standing: standing === '' ? undefined : (standing as Standing),
    };
    const found = await findPage(request, {
      count: () => this.mine.count(user, wanted),
      page: (part) => this.mine.page(user, wanted, part),
    });
    const isWhole = request.text === '' && standing === '' && through === undefined;
    visit.show('applications/list', {
      request,
      ...found,
      none: isWhole ? 'applications.none' : 'applications.noneHere',
      organizations: own.map((each) => each.organization),
      mayRegister: mayCreate(user, this.options),
    });
  }
}
