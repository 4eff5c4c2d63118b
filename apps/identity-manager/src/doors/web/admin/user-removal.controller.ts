import { Get, Post, Res } from '@nestjs/common';
import { AllowAdmin } from '../../../access/rule';
import { UsersService } from '../../../subjects/users/users.service';
import type { UserRow } from '../../../database/entities/user.row';
import { Form } from '../../../pages/form';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';

const list = '/idm/admins/list_users';

/** More than a page of the list has. */
const mostAtOnce = 100;

/** Deleting one user or several, after asking. */
@RulePages('idm/admins/users/delete')
export class UserRemovalController {
  constructor(private readonly users: UsersService) {}

  /** Asks whether the marked users shall go. */
  @Get()
  @AllowAdmin()
  async ask(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const users = await this.marked(visit, new Form(visit.request.query));
    if (users.length === 0) visit.go(list, 'problem.choose');
    else visit.show('admin/user-removal', { tab: 'users', users });
  }

  @Post()
  @AllowAdmin()
  async delete(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    for (const user of await this.marked(visit, visit.form)) await this.users.delete(visit.actor, user);
    visit.go(list, 'flash.deleted');
  }

  /** Never the administrator who asks: nobody locks themselves out by a slip. */
  private async marked({ user }: Visit, form: Form): Promise<readonly UserRow[]> {
    const ids = form.list('user').filter((id) => id !== user.id);
    return this.users.findAll(ids.slice(0, mostAtOnce));
  }
}
