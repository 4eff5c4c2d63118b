import { Injectable } from '@nestjs/common';
import type { UserRow } from '../../../database/entities/user.row';
import type { Actor } from '../../../subjects/audit/actor';
import { UserAccess } from '../../../subjects/users/user-access.service';
import { UsersService } from '../../../subjects/users/users.service';

/** What an administrator can do to several users at once. */
export const listActions = ['enable', 'disable', 'endSessions', 'revokeTokens', 'delete'] as const;

/** Not done to users: leads to the form of a mail to them. */
export const NOTIFY = 'notify';

/** What an administrator can do to a user after one question. */
export const userActions = [...listActions, 'removeFactor', 'giveAdmin', 'takeAdmin'] as const;

export type UserAction = (typeof userActions)[number];

export const isUserAction = (text: string): text is UserAction => userActions.some((each) => each === text);

export const isListAction = (text: string): boolean => listActions.some((each) => each === text);

type Work = (actor: Actor, user: UserRow) => Promise<unknown>;

/** The verb behind each action. */
@Injectable()
export class UserActions {
  private readonly works: Readonly<Record<UserAction, Work>>;

  constructor(users: UsersService, access: UserAccess) {
    this.works = {
      enable: (actor, user) => users.setEnabled(actor, user, true),
      disable: (actor, user) => users.setEnabled(actor, user, false),
      endSessions: (actor, user) => access.endSessions(actor, user),
      revokeTokens: (actor, user) => access.revokeTokens(actor, user),
      removeFactor: (actor, user) => access.removeSecondFactor(actor, user),
      giveAdmin: (actor, user) => users.setAdministrator(actor, user, true),
      takeAdmin: (actor, user) => users.setAdministrator(actor, user, false),
      delete: (actor, user) => users.delete(actor, user),
    };
  }

  /** Does it to each, one after the other. @throws Conflict `lastAdministrator` */
  async do(action: UserAction, actor: Actor, users: readonly UserRow[]): Promise<void> {
    for (const user of users) await this.works[action](actor, user);
  }
}
