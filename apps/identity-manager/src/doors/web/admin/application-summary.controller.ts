import { Get, Inject, Param, Res } from '@nestjs/common';
import { AllowAdmin } from '../../../access/rule';
import { OPTIONS, type Options } from '../../../cli/options';
import { INTERNAL_APPLICATION_ID } from '../../../database/entities/internal-application';
import { NotFound } from '../../../faults/faults';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import { ApplicationsService } from '../../../subjects/applications/applications.service';
import { MyApplications } from '../../../subjects/applications/my-applications.service';
import { AssignmentLists } from '../../../subjects/roles/assignment-lists.service';
import { ApplicationActivity } from '../applications/application-activity.service';

/** The internal role of those who own an application. */
const owner = [{ id: 'provider' }];

const mostShown = 50;

/** An application as administrators see it who have no role in it: what it is, and whom to ask. Nothing can be changed here. */
@RulePages('idm/admins/applications/:id')
export class ApplicationSummaryController {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly mine: MyApplications,
    private readonly lists: AssignmentLists,
    private readonly activity: ApplicationActivity,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get()
  @AllowAdmin()
  async page(@Res() { locals: { visit } }: PageResponse, @Param('id') id: string): Promise<void> {
    const application =
      id === INTERNAL_APPLICATION_ID ? null : await this.applications.find(id.slice(0, 128));
    if (application?.id !== id) throw new NotFound('application');
    const part = { limit: mostShown, offset: 0 };
    visit.show('admin/application', {
      tab: 'applications',
      application,
      owners: await this.lists.page('users', id, owner, part),
      organizations: await this.lists.page('organizations', id, owner, part),
      numbers: await this.activity.numbers(id),
      opens: this.options.admin.managesEverything || (await this.mine.rolesIn(id, visit.user)).length > 0,
    });
  }
}
