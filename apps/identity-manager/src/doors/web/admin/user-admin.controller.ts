import { Get, Post, Req, Res } from '@nestjs/common';
import type { CsvRow } from '@smart-city/lists';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAdmin } from '../../../access/rule';
import type { UserRow } from '../../../database/entities/user.row';
import { sendCsv } from '../../../pages/csv';
import { findPage } from '../../../pages/find-page';
import type { FormErrors } from '../../../pages/form';
import { problemsOf, problemsOfError } from '../../../pages/form-problems';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { CreateUser, InviteUser } from '../../../subjects/users/user-input';
import type { ListedUser } from '../../../subjects/users/user-lists.repository';
import { UserLists } from '../../../subjects/users/user-lists.service';
import { UsersService } from '../../../subjects/users/users.service';
import { readShape } from '../../../validation/read-shape';
import { FORM } from '../../../validation/rule';
import { listActions, NOTIFY } from './user-actions.service';
import { userListOf } from './user-list';
import { userPath } from './user-path';
import { userOf } from './user-of';

const home = '/idm/admins/list_users';

const fieldNames = { username: 'username', email: 'email', password: 'password' } as const;

const isUser = (made: UserRow | FormErrors): made is UserRow => 'passwordHash' in made;

/** Users, for administrators: the list of them, also as a file; creating one; a new password. */
@RulePages('idm/admins')
export class UserAdminController {
  constructor(
    private readonly users: UsersService,
    private readonly lists: UserLists,
  ) {}

  @Get('list_users')
  @AllowAdmin()
  list(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    return this.show(visit);
  }

  /** An address of Keyrock's. */
  @Get('administrators')
  @AllowAdmin()
  administrators(@Res() { locals: { visit } }: PageResponse): void {
    visit.go(`${home}?admin=yes`);
  }

  @Get('users/csv')
  @AllowAdmin()
  csv(@Res() response: PageResponse): Promise<void> {
    const { visit } = response.locals;
    const { search } = userListOf(visit);
    return sendCsv(response, 'users', head, rowsOf(this.lists.export(visit.actor, search)));
  }

  /** A password is never mailed. */
  @Post('users/new')
  @AllowAdmin()
  async create(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { form } = visit;
    const wished = { username: form.text('username'), email: form.text('email') };
    const password = form.raw('password');
    let user: UserRow | FormErrors;
    try {
      user =
        password === ''
          ? await this.invite(visit, wished)
          : await this.createWith(visit, { ...wished, password });
    } catch (error) {
      return this.show(visit, problemsOfError(error, fieldNames), wished);
    }
    if (!isUser(user)) return this.show(visit, user, wished);
    if (password === '' || form.has('send'))
      await this.sendLink(visit, user, { flash: 'flash.invited', isNew: true });
    else visit.go(userPath(user), 'flash.created');
  }

  @Post('users/:userId/reset')
  @AllowAdmin()
  reset(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    return this.sendLink(visit, userOf(request), { flash: 'flash.linkSent', isNew: false });
  }

  /** Mails the link by which a user chooses a password; where there is no mail, shows it, once. */
  private async sendLink(
    visit: Visit,
    user: UserRow,
    { flash, isNew }: { readonly flash: string; readonly isNew: boolean },
  ): Promise<void> {
    const here = userPath(user);
    const link = await this.users.sendReset(visit.actor, user, visit.t);
    if (link === undefined) visit.go(here, flash);
    else visit.show('admin/password-link', { tab: 'users', here, shownUser: user, link, isNew });
  }

  /** Without a password. Returns the user, or what is wrong with the form. */
  private async invite(visit: Visit, typed: object): Promise<UserRow | FormErrors> {
    const { input, faults } = readShape(InviteUser, typed, FORM);
    return faults.length > 0 ? problemsOf(faults, fieldNames) : this.users.invite(visit.actor, input);
  }

  private async createWith(visit: Visit, typed: object): Promise<UserRow | FormErrors> {
    const { input, faults } = readShape(CreateUser, typed, FORM);
    return faults.length > 0 ? problemsOf(faults, fieldNames) : this.users.create(visit.actor, input);
  }

  private async show(visit: Visit, errors: FormErrors = {}, values = {}): Promise<void> {
    const { request, search } = userListOf(visit);
    const { rows: users, ...place } = await findPage(request, {
      count: () => this.lists.count(search),
      page: (part) => this.lists.page(search, part),
    });
    visit.show(
      'admin/users',
      {
        tab: 'users',
        here: home,
        request,
        ...place,
        users,
        actions: [NOTIFY, ...listActions],
        errors,
        values,
      },
      Object.keys(errors).length > 0 ? 422 : 200,
    );
  }
}

const head = [
  'id',
  'username',
  'email',
  'enabled',
  'awaiting_confirmation',
  'administrator',
  'second_factor',
  'last_sign_in',
  'created',
];

async function* rowsOf(groups: AsyncIterable<readonly ListedUser[]>): AsyncGenerator<readonly CsvRow[]> {
  for await (const users of groups)
    yield users.map((user) => [
      user.id,
      user.username,
      user.email,
      user.enabled,
      user.awaitingActivation,
      user.admin,
      user.hasSecondFactor,
      user.lastSignInAt === 0 ? '' : new Date(user.lastSignInAt).toISOString(),
      new Date(user.createdAt).toISOString(),
    ]);
}
