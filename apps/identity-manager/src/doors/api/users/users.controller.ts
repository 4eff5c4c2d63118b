import { Body, Delete, Get, HttpCode, Patch, Post, Query, Req } from '@nestjs/common';
import { Acting, FromPath, type ApiRequest } from '../../../access/api-request';
import { AllowAdmin, AllowSelfOrAdmin } from '../../../access/rule';
import type { UserRow } from '../../../database/entities/user.row';
import { NotFound } from '../../../faults/faults';
import { eitherOf, listed, wrapped } from '../../../openapi/content';
import { Messages } from '@smart-city/messages';
import { visitorLanguage } from '../../../pages/visitor-language';
import type { Actor } from '../../../subjects/audit/actor';
import { OwnAccount } from '../../../subjects/users/own-account.service';
import { ChangeUser, CreateUser } from '../../../subjects/users/user-input';
import { UsersService } from '../../../subjects/users/users.service';
import { ApiController } from '../api-controller';
import { Changed, changesBetween, renderChanges, Unchanged, type Changes } from '../changes';
import { rowsOf } from '../../../database/paging';
import { parsePaging } from '../paging';
import { ApiRoute } from '../described-route';
import {
  CreatedUser,
  ListedUser,
  renderCreatedUser,
  renderListedUser,
  renderUser,
  ShownUser,
} from './render-user';

const newUser = { username: 'ann', email: 'ann@city.example', password: 'a long passphrase' };
const userChange = { username: 'ann', description: 'Looks after the parks' };

/** What a PATCH can change and its answer shows. */
const patchable = (user: UserRow): Changes => {
  const { id: _id, date_password: _date, ...rest } = renderUser(user);
  return rest;
};

/** Users. */
@ApiController('users', 'Users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly own: OwnAccount,
    private readonly messages: Messages,
  ) {}

  @Get()
  @AllowAdmin()
  @ApiRoute('List users', { answers: listed('users', ListedUser), paged: true })
  async list(@Query() query: Record<string, unknown>) {
    const users = await this.users.list(rowsOf(parsePaging(query)));
    if (users.length === 0) throw new NotFound('users');
    return { users: users.map(renderListedUser) };
  }

  @Post()
  @AllowAdmin()
  @ApiRoute('Create a user', {
    takes: wrapped('user', CreateUser, newUser),
    answers: wrapped('user', CreatedUser),
    conflict: 'The email address or the id is taken',
  })
  async create(@Acting() actor: Actor, @Body('user') input: CreateUser) {
    const user = await this.users.create(actor, input, 'setThroughApi');
    return { user: renderCreatedUser(user, new Set(Object.keys(input))) };
  }

  @Get(':userId')
  @AllowSelfOrAdmin()
  @ApiRoute('Show a user', { answers: wrapped('user', ShownUser) })
  read(@FromPath('user') user: UserRow) {
    return { user: renderUser(user) };
  }

  /** Administrators need no proofs for what they change: they may change any user. */
  @Patch(':userId')
  @AllowSelfOrAdmin()
  @ApiRoute('Change a user; enabled and admin only by administrators', {
    takes: wrapped('user', ChangeUser, userChange),
    answers: eitherOf(Changed, Unchanged),
    conflict: 'The email address is taken, or nobody else is an administrator',
  })
  async update(
    @Acting() actor: Actor,
    @FromPath('user') user: UserRow,
    @Body('user') input: ChangeUser,
    @Req() request: ApiRequest,
  ) {
    if (actor.user.admin) {
      const changed = await this.users.change(actor, user, input, 'setThroughApi');
      return renderUserChanges(user, changed, input);
    }
    const t = this.messages.translator(visitorLanguage(this.messages, request));
    const { user: changed, pendingEmail } = await this.own.change(actor, input, t);
    if (pendingEmail === undefined) return renderUserChanges(user, changed, input);
    const changes = changesBetween(patchable(user), patchable(changed));
    return { values_updated: changes, waiting_for_confirmation: { email: pendingEmail } };
  }

  @Delete(':userId')
  @HttpCode(204)
  @AllowSelfOrAdmin()
  @ApiRoute('Delete a user with all tokens', { conflict: 'Nobody else is an administrator' })
  delete(@Acting() actor: Actor, @FromPath('user') user: UserRow): Promise<void> {
    return this.users.delete(actor, user);
  }
}

/** Keyrock leaves the password out of the answer but says that something changed. */
function renderUserChanges(before: UserRow, after: UserRow, { password }: ChangeUser) {
  const changes = changesBetween(patchable(before), patchable(after));
  return password === undefined ? renderChanges('user', changes) : { values_updated: changes };
}
