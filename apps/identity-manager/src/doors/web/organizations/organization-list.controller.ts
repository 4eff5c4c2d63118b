import { Get, Inject, Res } from '@nestjs/common';
import { ListRequest, type ListShape } from '@smart-city/lists';
import { mayCreate } from '../../../access/may-create';
import { AllowAnyUser } from '../../../access/rule';
import { OPTIONS, type Options } from '../../../cli/options';
import type { OrganizationRole } from '../../../database/entities/organization.row';
import { findPage } from '../../../pages/find-page';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import {
  OwnOrganizationsRepository,
  type OwnOrganizationSearch,
  type OwnOrganizationSort,
} from '../../../subjects/organizations/own-organizations.repository';

const shape: ListShape<OwnOrganizationSort, 'role'> = {
  sorts: ['name', 'created'],
  usual: 'name',
  filters: { role: ['owner', 'member'] },
};

/** The organizations in which somebody is owner or member. */
@RulePages('idm/organizations')
export class OrganizationListController {
  constructor(
    private readonly own: OwnOrganizationsRepository,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get()
  @AllowAnyUser()
  async list(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { request, search } = listOf(visit);
    const { rows: organizations, ...place } = await findPage(request, {
      count: () => this.own.count(search),
      page: (part) => this.own.page(search, part),
    });
    visit.show('organizations/list', {
      request,
      ...place,
      organizations,
      none: search.text === '' && search.role === undefined ? 'organizations.none' : 'audit.none',
      mayCreate: mayCreate(visit.user, this.options),
    });
  }
}

/** The list as an address asks for it, and what is searched for. */
function listOf(visit: Visit) {
  const request = new ListRequest(shape, (name) => visit.query(name));
  const role = request.value('role');
  const search: OwnOrganizationSearch = {
    userId: visit.user.id,
    text: request.text,
    // One of the values that the filter can take.
    role: role === '' ? undefined : (role as OrganizationRole),
  };
  return { request, search };
}
