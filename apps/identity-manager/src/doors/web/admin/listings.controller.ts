import { Get, Res } from '@nestjs/common';
import { type CsvRow, ListRequest, type ListShape } from '@smart-city/lists';
import { AllowAdmin } from '../../../access/rule';
import { sendCsv } from '../../../pages/csv';
import { findPage } from '../../../pages/find-page';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import type { Listed, ListingKind, ListingSort } from '../../../subjects/directory/listings.repository';
import { Listings } from '../../../subjects/directory/listings.service';

const shape: ListShape<ListingSort> = { sorts: ['name', 'created'], usual: '-created' };

const requestOf = (visit: Visit) => new ListRequest(shape, (name) => visit.query(name));

const iso = (ms: number) => new Date(ms).toISOString();

/** All applications and all organizations, for administrators. */
@RulePages('idm/admins')
export class ListingsController {
  constructor(private readonly listings: Listings) {}

  @Get('applications')
  @AllowAdmin()
  applications(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    return this.show(visit, 'applications');
  }

  @Get('applications/csv')
  @AllowAdmin()
  applicationFile(@Res() response: PageResponse): Promise<void> {
    return this.send(response, 'applications', ['id', 'name', 'url', 'grants', 'created'], (each) => [
      each.id,
      each.name,
      each.url,
      each.grantType,
      iso(each.createdAt),
    ]);
  }

  @Get('organizations')
  @AllowAdmin()
  organizations(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    return this.show(visit, 'organizations');
  }

  @Get('organizations/csv')
  @AllowAdmin()
  organizationFile(@Res() response: PageResponse): Promise<void> {
    return this.send(
      response,
      'organizations',
      ['id', 'name', 'description', 'members', 'created'],
      (each) => [each.id, each.name, each.description, each.members, iso(each.createdAt)],
    );
  }

  private async show(visit: Visit, kind: ListingKind): Promise<void> {
    const request = requestOf(visit);
    const { text } = request;
    const { rows: found, ...place } = await findPage<ListingSort, Listed[ListingKind]>(request, {
      count: () => this.listings.count(kind, text),
      page: (part) => this.listings.page(kind, text, part),
    });
    visit.show(`admin/${kind}`, { tab: kind, request, ...place, found });
  }

  private send<Kind extends ListingKind>(
    response: PageResponse,
    kind: Kind,
    head: CsvRow,
    rowOf: (each: Listed[Kind]) => CsvRow,
  ): Promise<void> {
    const { visit } = response.locals;
    const groups = this.listings.export(visit.actor, kind, requestOf(visit).text);
    async function* rows(): AsyncGenerator<readonly CsvRow[]> {
      for await (const group of groups) yield group.map(rowOf);
    }
    return sendCsv(response, kind, head, rows());
  }
}
