import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAdmin } from '../../../access/rule';
import { isDuplicate } from '../../../database/database-errors';
import { AccountsService, present, type Problems } from '../../../subjects/users/accounts.service';
import { unchangedUser } from '../../api/users/user-body';
import { UserChanges } from '../../../subjects/users/user-changes.service';
import type { UserRow } from '../../../database/entities/user.row';
import type { Form } from '../../../pages/form';
import { RulePages } from '../../../pages/rule.guard';
import type { FormErrors } from '../../../pages/form';
import type { PageResponse, Visit } from '../../../pages/visit';
import { websiteProblem } from '../../../pages/web-address';
import { userOf } from './user-of';

interface UserFields {
  readonly username: string;
  readonly email: string;
  readonly description: string;
  readonly website: string;
}

const readFields = (form: Form): UserFields => ({
  username: form.text('username'),
  email: form.text('email'),
  description: form.text('description'),
  website: form.text('website'),
});

const fieldsOf = ({ username, email, description, website }: UserRow): UserFields => ({
  username,
  email,
  description: description ?? '',
  website: website ?? '',
});

/** What a user is called and where mails go, for administrators. */
@RulePages('idm/admins/users/:userId/edit')
export class UserEditController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly changes: UserChanges,
  ) {}

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
    const problems = this.problemsOf(fields, user);
    if (Object.keys(problems).length > 0) return this.show(visit, user, fields, problems);
    try {
      const { changes } = await this.changes.apply(user, {
        ...unchangedUser,
        ...fields,
        description: fields.description || null,
        website: fields.website || null,
      });
      visit.record('user.update', user.id, undefined, { members: Object.keys(changes) });
      visit.go(`/idm/admins/list_users?q=${encodeURIComponent(fields.email)}`, 'flash.saved');
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      this.show(visit, user, fields, { email: 'problem.taken' });
    }
  }

  /** What was there before may stay, even when it could not be chosen today. */
  private problemsOf({ username, email, description, website }: UserFields, before: UserRow): Problems {
    return present({
      username: username === before.username ? undefined : this.accounts.checkUsername(username),
      email: email === before.email ? undefined : this.accounts.checkEmail(email),
      description: description.length > 2000 ? 'problem.long' : undefined,
      website: websiteProblem(website),
    });
  }

  private show(visit: Visit, person: UserRow, values: UserFields, errors: FormErrors = {}): void {
    visit.show(
      'admin/user-edit',
      { tab: 'users', person, values, errors },
      Object.keys(errors).length > 0 ? 422 : 200,
    );
  }
}
