import { Get, Inject, Res } from '@nestjs/common';
import { mayCreate } from '../../../access/may-create';
import { AllowAnyUser } from '../../../access/rule';
import { OPTIONS, type Options } from '../../../cli/options';
import { findInMemory } from '../../../pages/list-in-memory';
import { ListRequest, type ListShape } from '../../../pages/list-request';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import {
  isStanding,
  MyApplications,
  standings,
  standsAs,
  type MyApplication,
} from '../../../subjects/applications/my-applications.service';
import { OrganizationsService } from '../../../subjects/organizations/organizations.service';

const shape: ListShape<'name' | 'created', 'role', 'organization'> = {
  sorts: ['name', 'created'],
  usual: 'name',
  filters: { role: standings },
  texts: ['organization'],
};

const reading = {
  texts: ({ name, description }: MyApplication) => [name, description],
  orders: {
    name: ({ name }: MyApplication) => name,
    created: ({ createdAt }: MyApplication) => createdAt,
  },
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
    const organization = own.find((each) => each.organization.id === request.value('organization'));
    const all = organization
      ? await this.mine.through(organization.organization.id, user)
      : await this.mine.of(user);
    const asked = request.value('role');
    const standing = isStanding(asked) ? asked : 'all';
    const found = findInMemory(
      all.filter((one) => standsAs(one, standing)),
      request,
      reading,
    );
    visit.show('applications/list', {
      request,
      ...found,
      none: all.length === 0 ? 'applications.none' : 'applications.noneHere',
      organizations: own.map((each) => each.organization),
      mayRegister: mayCreate(user, this.options),
    });
  }
}
