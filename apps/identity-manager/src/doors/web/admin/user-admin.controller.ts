import { Get, Post, Req, Res } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Raw, type FindOptionsWhere, type Repository } from 'typeorm';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAdmin } from '../../../access/rule';
import { foldedPart } from '../../../database/fold-text';
import { Sql } from '../../../database/sql';
import { AccountMails } from '../../../subjects/users/account-mails';
import { AccountsService, present } from '../../../subjects/users/accounts.service';
import { UserChanges } from '../../../subjects/users/user-changes.service';
import { unchangedUser, type UserPatch } from '../../api/users/user-body';
import { UserRow } from '../../../database/entities/user.row';
import { RulePages } from '../../../pages/rule.guard';
import type { FormErrors } from '../../../pages/form';
import type { PageResponse, Visit } from '../../../pages/visit';
import { userOf } from './user-of';

const perPage = 25;

const home = '/idm/admins/list_users';

/** Users, for administrators: create, enable, disable, reset, make administrator. */
@RulePages('idm/admins')
export class UserAdminController {
  constructor(
    @InjectRepository(UserRow) private readonly rows: Repository<UserRow>,
    private readonly sql: Sql,
    private readonly accounts: AccountsService,
    private readonly changes: UserChanges,
    private readonly mails: AccountMails,
  ) {}

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

  /** Without a password the new user gets a link to choose one; a password is never mailed. */
  @Post('users/new')
  @AllowAdmin()
  async create(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { form } = visit;
    const wished = {
      username: form.text('username'),
      email: form.text('email'),
      password: form.raw('password'),
    };
    const problems = present({
      username: this.accounts.checkUsername(wished.username),
      email: this.accounts.checkEmail(wished.email),
      password:
        wished.password === '' ? undefined : this.accounts.checkPassword(wished.password, wished.email),
    });
    const values = { username: wished.username, email: wished.email };
    if (Object.keys(problems).length > 0) return this.show(visit, false, problems, values);
    const { password, ...rest } = wished;
    const user = await this.accounts.createUnlessTaken({
      ...rest,
      enabled: true,
      ...(password !== '' && { password }),
    });
    if (!user) return this.show(visit, false, { email: 'problem.taken' }, values);
    if (form.has('send') || password === '') this.mails.reset(user, visit.t);
    visit.record('user.create', user.id);
    visit.go(home, 'flash.created');
  }

  @Post('users/:userId/enabled')
  @AllowAdmin()
  async setEnabled(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const enabled = visit.form.text('enabled') === 'true';
    await this.change(visit, request, { enabled }, enabled ? 'user.enable' : 'user.disable');
  }

  @Post('users/:userId/admin')
  @AllowAdmin()
  async setAdmin(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const admin = visit.form.text('admin') === 'true';
    await this.change(visit, request, { admin }, admin ? 'user.admin.give' : 'user.admin.take');
  }

  @Post('users/:userId/reset')
  @AllowAdmin()
  async reset(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const user = userOf(request);
    this.mails.reset(user, visit.t);
    visit.record('user.password.send-reset', user.id);
    visit.go(home, 'flash.mailSent');
  }

  private async change(
    visit: Visit,
    request: ApiRequest,
    patch: Partial<UserPatch>,
    event: string,
  ): Promise<void> {
    const user = userOf(request);
    if (user.id === visit.user.id) return visit.go(home, 'flash.notAllowed');
    await this.changes.apply(user, { ...unchangedUser, ...patch });
    visit.record(event, user.id);
    visit.go(
      visit.form.text('from') === 'administrators' ? '/idm/admins/administrators' : home,
      'flash.saved',
    );
  }

  private async show(visit: Visit, onlyAdmins: boolean, errors: FormErrors = {}, values = {}): Promise<void> {
    const query = visit.query('q').trim().slice(0, 255);
    const part = foldedPart(query);
    const pattern = Raw((column) => `${this.sql.folded(column)} LIKE :part ESCAPE '!'`, { part });
    const base: FindOptionsWhere<UserRow> = onlyAdmins ? { admin: true } : {};
    const where =
      query === ''
        ? base
        : [
            { ...base, username: pattern },
            { ...base, email: pattern },
          ];
    const count = await this.rows.count({ where });
    const pageCount = Math.max(1, Math.ceil(count / perPage));
    const page = Math.min(pageCount, Math.max(1, Number.parseInt(visit.query('page'), 10) || 1));
    const users = await this.rows.find({
      where,
      order: { createdAt: 'DESC', id: 'ASC' },
      take: perPage,
      skip: (page - 1) * perPage,
    });
    const tab = onlyAdmins ? 'administrators' : 'users';
    const status = Object.keys(errors).length > 0 ? 422 : 200;
    visit.show(
      'admin/users',
      { tab, here: home, users, count, page, pageCount, query, errors, values },
      status,
    );
  }
}
