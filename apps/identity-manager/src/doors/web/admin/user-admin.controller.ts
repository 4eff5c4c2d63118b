import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAdmin } from '../../../access/rule';
import type { UserRow } from '../../../database/entities/user.row';
import type { FormErrors } from '../../../pages/form';
import { problemsOf, problemsOfError } from '../../../pages/form-problems';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { CreateUser, InviteUser } from '../../../subjects/users/user-input';
import { UsersService } from '../../../subjects/users/users.service';
import { readShape } from '../../../validation/read-shape';
import { FORM } from '../../../validation/rule';
import { userOf } from './user-of';

const perPage = 25;

const home = '/idm/admins/list_users';

const fieldNames = { username: 'username', email: 'email', password: 'password' } as const;

const isUser = (made: UserRow | FormErrors): made is UserRow => 'passwordHash' in made;

/** Users, for administrators: create, enable, disable, reset, make administrator. */
@RulePages('idm/admins')
export class UserAdminController {
  constructor(private readonly users: UsersService) {}

  @Get('list_users')
  @AllowAdmin()
  list(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    return this.show(visit, false);
  }

  @Get('administrators')
  @AllowAdmin()
  administrators(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    return this.show(visit, true);
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
      return this.show(visit, false, problemsOfError(error, fieldNames), wished);
    }
    if (!isUser(user)) return this.show(visit, false, user, wished);
    if (password === '' || form.has('send')) await this.sendLink(visit, user, 'flash.invited');
    else visit.go(home, 'flash.created');
  }

  @Post('users/:userId/enabled')
  @AllowAdmin()
  async setEnabled(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const enabled = visit.form.text('enabled') === 'true';
    await this.change(visit, request, (user) => this.users.setEnabled(visit.actor, user, enabled));
  }

  @Post('users/:userId/admin')
  @AllowAdmin()
  async setAdmin(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const admin = visit.form.text('admin') === 'true';
    await this.change(visit, request, (user) => this.users.setAdministrator(visit.actor, user, admin));
  }

  @Post('users/:userId/reset')
  @AllowAdmin()
  reset(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    return this.sendLink(visit, userOf(request), 'flash.linkSent');
  }

  /** Mails the link by which a user chooses a password; where there is no mail, shows it, once. */
  private async sendLink(visit: Visit, user: UserRow, flash: string): Promise<void> {
    const link = await this.users.sendReset(visit.actor, user, visit.t);
    if (link === undefined) visit.go(home, flash);
    else visit.show('admin/password-link', { tab: 'users', here: home, person: user, link });
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

  /** Nobody takes away their own rights by a slip. */
  private async change(
    visit: Visit,
    request: ApiRequest,
    work: (user: UserRow) => Promise<void>,
  ): Promise<void> {
    const user = userOf(request);
    if (user.id === visit.user.id) return visit.go(home, 'flash.notAllowed');
    await work(user);
    visit.go(
      visit.form.text('from') === 'administrators' ? '/idm/admins/administrators' : home,
      'flash.saved',
    );
  }

  private async show(visit: Visit, onlyAdmins: boolean, errors: FormErrors = {}, values = {}): Promise<void> {
    const query = visit.query('q').trim().slice(0, 255);
    const search = { text: query, onlyAdmins };
    const count = await this.users.countFound(search);
    const pageCount = Math.max(1, Math.ceil(count / perPage));
    const page = Math.min(pageCount, Math.max(1, Number.parseInt(visit.query('page'), 10) || 1));
    const users = await this.users.search(search, perPage, (page - 1) * perPage);
    const tab = onlyAdmins ? 'administrators' : 'users';
    const status = Object.keys(errors).length > 0 ? 422 : 200;
    visit.show(
      'admin/users',
      { tab, here: home, users, count, page, pageCount, query, errors, values },
      status,
    );
  }
}
