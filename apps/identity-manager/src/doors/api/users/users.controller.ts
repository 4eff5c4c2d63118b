import { Body, Delete, Get, HttpCode, Inject, Patch, Post, Query, Req } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ApiController } from '../api-controller';
import { Caller, FromPath, type ApiRequest } from '../../../access/api-request';
import { notAuthorizedToAct } from '../api.guard';
import { AuditTrail } from '../audit-trail';
import { renderChanges } from '../changes';
import { rowsOf } from '../../../database/paging';
import { parsePaging } from '../paging';
import { AllowAdmin, AllowSelfOrAdmin } from '../../../access/rule';
import { OPTIONS, type Options } from '../../../cli/options';
import { isDuplicate } from '../../../database/database-errors';
import { conflict, notFound } from '../../../http/api-errors';
import { Messages } from '../../../messages/messages';
import { visitorLanguage } from '../../../pages/visitor-language';
import { EmailDomains } from '../../../subjects/users/email-domains';
import { renderCreatedUser, renderListedUser, renderUser } from './render-user';
import { oldPasswordOf, parseNewUser, parseUserPatch, type UserPatch, type UserRules } from './user-body';
import { OwnChanges } from '../../../subjects/users/own-changes.service';
import { UserChanges } from '../../../subjects/users/user-changes.service';
import { UserRow } from '../../../database/entities/user.row';
import { UsersService } from '../../../subjects/users/users.service';

/** Another user has the address already. */
async function refuseTakenEmail<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isDuplicate(error)) throw conflict('Email already used');
    throw error;
  }
}

/** Only an administrator may enable users and make administrators. */
function refuseOwnRise(caller: UserRow, user: UserRow, { enabled, admin }: UserPatch): void {
  const changes = (wanted: boolean | undefined, is: boolean) => wanted !== undefined && wanted !== is;
  if (!caller.admin && (changes(enabled, user.enabled) || changes(admin, user.admin)))
    throw notAuthorizedToAct();
}

/** Users. */
@ApiController('users')
export class UsersController {
  private readonly rules: UserRules;

  constructor(
    private readonly users: UsersService,
    private readonly changes: UserChanges,
    @InjectRepository(UserRow) private readonly rows: Repository<UserRow>,
    private readonly trail: AuditTrail,
    private readonly own: OwnChanges,
    private readonly messages: Messages,
    emailDomains: EmailDomains,
    @Inject(OPTIONS) options: Options,
  ) {
    this.rules = { emailDomains, passwordMinLength: options.passwordMinLength };
  }

  @Get()
  @AllowAdmin()
  async list(@Query() query: Record<string, unknown>) {
    const users = await this.rows.find({
      order: { createdAt: 'ASC', id: 'ASC' },
      ...rowsOf(parsePaging(query)),
    });
    if (users.length === 0) throw notFound('Users not found');
    return { users: users.map(renderListedUser) };
  }

  @Post()
  @AllowAdmin()
  async create(@Req() request: ApiRequest, @Body() body: unknown) {
    const { sent, ...user } = parseNewUser(body, this.rules);
    if (user.id !== undefined && (await this.users.findById(user.id))) throw conflict('Id already used');
    const row = await refuseTakenEmail(this.users.create(user));
    this.trail.record(request, 'user.create', row.id);
    return { user: renderCreatedUser(row, sent) };
  }

  @Get(':userId')
  @AllowSelfOrAdmin()
  read(@FromPath('user') user: UserRow) {
    return { user: renderUser(user) };
  }

  @Patch(':userId')
  @AllowSelfOrAdmin()
  async update(
    @Req() request: ApiRequest,
    @Caller() caller: UserRow,
    @FromPath('user') user: UserRow,
    @Body() body: unknown,
  ) {
    const wanted = parseUserPatch(body, user, this.rules, !caller.admin);
    refuseOwnRise(caller, user, wanted);
    const { patch, pendingEmail } = await this.checkOwn(request, caller, body, wanted);
    const { changes, passwordChanged } = await refuseTakenEmail(this.changes.apply(user, patch));
    const names = [...Object.keys(changes), ...(passwordChanged ? ['password'] : [])];
    if (names.length > 0) this.trail.record(request, 'user.update', user.id, { members: names });
    if (pendingEmail !== undefined)
      return { values_updated: changes, waiting_for_confirmation: { email: pendingEmail } };
    // Keyrock leaves the password out of the answer but says that something changed.
    return passwordChanged ? { values_updated: changes } : renderChanges('user', changes);
  }

  /** Administrators need no such proofs: they may change any user. */
  private async checkOwn(request: ApiRequest, caller: UserRow, body: unknown, patch: UserPatch) {
    if (caller.admin) return { patch };
    if (patch.password !== undefined)
      await this.own.checkOldPassword(caller, {
        oldPassword: oldPasswordOf(body),
        passwordAt: request.passwordAt,
        address: request.ip,
      });
    const t = this.messages.translator(visitorLanguage(this.messages, request));
    return this.own.withoutEmail(caller, patch, t, request.ip);
  }

  @Delete(':userId')
  @HttpCode(204)
  @AllowSelfOrAdmin()
  async delete(@Req() request: ApiRequest, @FromPath('user') user: UserRow): Promise<void> {
    await this.changes.delete(user);
    this.trail.record(request, 'user.delete', user.id);
  }
}
