import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAdmin } from '../../../access/rule';
import { problemsOf, problemsOfError } from '../../../pages/form-problems';
import { detailsOf } from '../../../subjects/users/user-details';
import { ChangeUser } from '../../../subjects/users/user-input';
import { UsersService } from '../../../subjects/users/users.service';
import { readShape } from '../../../validation/read-shape';
import { FORM } from '../../../validation/rule';
import type { UserRow } from '../../../database/entities/user.row';
import type { Form } from '../../../pages/form';
import { RulePages } from '../../../pages/rule.guard';
import type { FormErrors } from '../../../pages/form';
import type { PageResponse, Visit } from '../../../pages/visit';
import { userPath } from './user-path';
import { userOf } from './user-of';

const readFields = (form: Form) => ({
  username: form.text('username'),
  email: form.text('email'),
  email_verified: form.has('email_verified'),
  ...detailsOf((name) => form.text(name)),
});

type UserFields = ReturnType<typeof readFields>;

const fieldsOf = (user: UserRow): UserFields => ({
  username: user.username,
  email: user.email,
  email_verified: user.emailVerified,
  ...detailsOf((name) => user[name] ?? ''),
});

/** Fields of the form are called like the members that they fill. */
const fieldNames = { username: 'username', email: 'email', ...detailsOf((name) => name) };

/** What a user is called and where mails go, for administrators. */
@RulePages('idm/admins/users/:userId/edit')
export class UserEditController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @AllowAdmin()
  page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): void {
    const user = userOf(request);
    this.show(visit, user, fieldsOf(user));
  }

  @Post()
  @AllowAdmin()
  async edit(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const user = userOf(request);
    const fields = readFields(visit.form);
    const { input, faults } = readShape(
      ChangeUser,
      {
        ...fields,
        // Said only where it was changed: another address is not verified because the one before was.
        email_verified: fields.email_verified === user.emailVerified ? undefined : fields.email_verified,
        ...detailsOf((name) => fields[name] || null),
      },
      FORM,
    );
    if (faults.length > 0) return this.show(visit, user, fields, problemsOf(faults, fieldNames));
    try {
      await this.users.change(visit.actor, user, input);
    } catch (error) {
      return this.show(visit, user, fields, problemsOfError(error, fieldNames));
    }
    visit.go(userPath(user), 'flash.saved');
  }

  private show(visit: Visit, shownUser: UserRow, values: UserFields, errors: FormErrors = {}): void {
    visit.show(
      'admin/user-edit',
      {
        tab: 'users',
        shownUser,
        values: { ...values, email_verified: '' },
        verified: values.email_verified,
        errors,
      },
      Object.keys(errors).length > 0 ? 422 : 200,
    );
  }
}
