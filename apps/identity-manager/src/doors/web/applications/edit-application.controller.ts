import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import type { FormErrors } from '../../../pages/form';
import { problemsOf, problemsOfError } from '../../../pages/form-problems';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import { ChangeApplication } from '../../../subjects/applications/application-input';
import { ApplicationsService } from '../../../subjects/applications/applications.service';
import { may } from '../../../subjects/roles/internal-permission';
import { readShape } from '../../../validation/read-shape';
import { FORM } from '../../../validation/rule';
import {
  fieldNames,
  fieldsOf,
  grantChoices,
  membersOf,
  readFields,
  type ApplicationFields,
} from './application-form';
import { applicationOf, frameOf } from './application-frame';

/** Editing and deleting an application. */
@RulePages('idm/applications/:applicationId')
export class EditApplicationController {
  constructor(private readonly applications: ApplicationsService) {}

  @Get('edit')
  @AllowPermission(may.manageApplication)
  editPage(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): void {
    visit.show('applications/edit', editView(request, fieldsOf(applicationOf(request))));
  }

  @Post('edit')
  @AllowPermission(may.manageApplication)
  async edit(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const application = applicationOf(request);
    const fields = readFields(visit.form);
    const again = (problems: FormErrors) =>
      visit.showAgain('applications/edit', problems, editView(request, fields));
    const { input, faults } = readShape(ChangeApplication, membersOf(fields, application), FORM);
    if (faults.length > 0) return again(problemsOf(faults, fieldNames));
    try {
      await this.applications.change(visit.actor, application, input);
      visit.go(`/idm/applications/${encodeURIComponent(application.id)}`, 'flash.saved');
    } catch (error) {
      again(problemsOfError(error, fieldNames));
    }
  }

  @Post('delete')
  @AllowPermission(may.manageApplication)
  async delete(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const application = applicationOf(request);
    if (visit.form.text('confirm_name') !== application.name)
      return visit.showAgain(
        'applications/edit',
        { confirm_name: 'application.confirmName' },
        editView(request, fieldsOf(application)),
      );
    await this.applications.delete(visit.actor, application);
    visit.go('/idm/applications', 'flash.deleted');
  }
}

const editView = (request: ApiRequest, fields: ApplicationFields) => ({
  ...frameOf(request, 'edit'),
  values: fields,
  fields,
  grantChoices,
});
