import { Get, Post, Res } from '@nestjs/common';
import { AllowAdmin } from '../../../access/rule';
import type { UserRow } from '../../../database/entities/user.row';
import { Form } from '../../../pages/form';
import { markedRows } from '../../../pages/marked-rows';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { UsersService } from '../../../subjects/users/users.service';
import { isListAction, isUserAction, NOTIFY, UserActions, type UserAction } from './user-actions.service';
import { userPath } from './user-path';

const list = '/idm/admins/list_users';
const here = '/idm/admins/users/marked';

/** Doing something to one user or several, after one question that says what it means. */
@RulePages('idm/admins/users/marked')
export class MarkedUsersController {
  constructor(
    private readonly users: UsersService,
    private readonly actions: UserActions,
  ) {}

  @Get()
  @AllowAdmin()
  async ask(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const form = new Form(visit.request.query);
    const { action, from, users } = await this.read(visit, form);
    const isNotice = form.text('action') === NOTIFY;
    if ((!action && !isNotice) || users.length === 0) return visit.go(list, 'problem.choose');
    if (!action) return showNotice(visit, users);
    const { t } = visit;
    const count = users.length;
    const isAboutOne = count === 1 && isListAction(action);
    visit.ask(
      {
        question: t(`${isAboutOne ? 'users.askOne' : 'users.ask'}.${action}`, { count }),
        effects: [t(`users.effect.${action}`)],
        rows: users.map(({ image, username, email }) => ({
          face: { kind: 'users', image },
          name: username,
          hint: email,
        })),
        isHarmless: action !== 'delete' && action !== 'disable',
        button: t(`${isAboutOne ? 'users.do' : 'users.button'}.${action}`),
        cancel: placeOf(from, users),
      },
      here,
      [['action', action], ['from', from], ...users.map(({ id }) => ['marked', id] as const)],
    );
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
    const action: UserAction | undefined = isUserAction(asked) ? asked : undefined;
    const ids = markedRows(form).filter((id) => id !== user.id);
    return { action, from: form.text('from'), users: await this.users.findAll(ids) };
  }
}

/** The form of a mail to these, which asks by itself before it is sent. */
const showNotice = (visit: Visit, users: readonly UserRow[]): void =>
  visit.show('admin/notify', {
    tab: 'notify',
    values: { to: 'users', target: users.map(({ email }) => email).join('\n') },
  });

/** Where the question came from. */
const placeOf = (from: string, [first, second]: readonly UserRow[]): string =>
  from === 'user' && first && !second ? userPath(first) : list;
