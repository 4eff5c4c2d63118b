import { Get, Post, Res } from '@nestjs/common';
import { AllowAdmin } from '../../../access/rule';
import type { UserRow } from '../../../database/entities/user.row';
import { Form } from '../../../pages/form';
import { markedRows } from '../../../pages/marked-rows';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { UsersService } from '../../../subjects/users/users.service';
import { isPeopleAction, PeopleActions, type PeopleAction } from './people-actions.service';
import { personPath } from './person-path';

const list = '/idm/admins/list_users';

/** Doing something to one person or several, after one question that says what it means. */
@RulePages('idm/admins/users/marked')
export class MarkedUsersController {
  constructor(
    private readonly users: UsersService,
    private readonly actions: PeopleActions,
  ) {}

  @Get()
  @AllowAdmin()
  async ask(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { action, from, users } = await this.read(visit, new Form(visit.request.query));
    if (!action || users.length === 0) return visit.go(list, 'problem.choose');
    visit.show('admin/marked', { tab: 'users', action, users, from, back: placeOf(from, users) });
  }

  @Post()
  @AllowAdmin()
  async do(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { action, from, users } = await this.read(visit, visit.form);
    if (!action || users.length === 0) return visit.go(list, 'problem.choose');
    await this.actions.do(action, visit.actor, users);
    if (action === 'delete') visit.go(list, 'flash.deleted');
    else visit.go(placeOf(from, users), 'flash.saved');
  }

  /** Never the administrator who asks: nobody locks themselves out by a slip. */
  private async read({ user }: Visit, form: Form) {
    const asked = form.text('action');
    const action: PeopleAction | undefined = isPeopleAction(asked) ? asked : undefined;
    const ids = markedRows(form).filter((id) => id !== user.id);
    return { action, from: form.text('from'), users: await this.users.findAll(ids) };
  }
}

/** Where the question came from. */
const placeOf = (from: string, [first, second]: readonly UserRow[]): string =>
  from === 'person' && first && !second ? personPath(first) : list;
