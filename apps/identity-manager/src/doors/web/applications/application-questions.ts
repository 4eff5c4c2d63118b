import { Injectable } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import type { PermissionRow, RoleRow } from '../../../database/entities/role.row';
import { counted } from '@smart-city/messages';
import type { Visit } from '../../../pages/visit';
import type { Assignable, AssigneeKind } from '../../../subjects/roles/assigned';
import { HeldRolesRepository } from '../../../subjects/roles/held-roles.repository';
import { applicationOf, rolesPathOf } from './application-frame';
import { PermissionWords } from './permission-words';

/** What a question says of a permission. */
type ToldPermission = Pick<PermissionRow, 'id' | 'name' | 'action' | 'resource' | 'entities'>;

const pathOf = (request: ApiRequest, below: string) =>
  `/idm/applications/${encodeURIComponent(applicationOf(request).id)}${below}`;

/**
 * What is asked before something of an application goes. Each gives true when the user has answered it; false when the
 * question was sent.
 */
@Injectable()
export class ApplicationQuestions {
  constructor(private readonly held: HeldRolesRepository) {}

  async aboutRole(visit: Visit, request: ApiRequest, { id, name }: RoleRow): Promise<boolean> {
    const { t } = visit;
    return visit.confirms({
      question: t('question.role', { name }),
      effects: [counted(t, 'question.lose', await this.held.countWithRole(id)), t('question.forGood')],
      button: t('roles.deleteRole'),
      cancel: rolesPathOf(request),
    });
  }

  async aboutPermission(visit: Visit, request: ApiRequest, permission: PermissionRow): Promise<boolean> {
    const { t } = visit;
    return visit.confirms({
      question: t('question.permission', { name: permission.name }),
      effects: [
        t('question.permits', { rule: new PermissionWords(visit).rule(permission) }),
        counted(t, 'question.mayNoMore', await this.held.countWithPermission(permission.id)),
        t('question.forGood'),
      ],
      button: t('permission.delete'),
      cancel: rolesPathOf(request),
    });
  }

  async aboutPermissions(
    visit: Visit,
    request: ApiRequest,
    permissions: readonly ToldPermission[],
  ): Promise<boolean> {
    const { t } = visit;
    const words = new PermissionWords(visit);
    const rows = permissions.map(async (permission) => ({
      name: permission.name,
      hint: `${words.rule(permission)} · ${counted(t, 'question.mayNoMore', await this.held.countWithPermission(permission.id))}`,
    }));
    return visit.confirms({
      question: counted(t, 'question.permissions', permissions.length),
      effects: [t('question.forGood')],
      rows: await Promise.all(rows),
      button: t('button.delete'),
      cancel: `${rolesPathOf(request)}/permissions`,
    });
  }

  /** Before somebody owns the application no more. */
  aboutOwner(visit: Visit, request: ApiRequest, kind: 'users' | 'organizations', name: string): boolean {
    const { t } = visit;
    const application = applicationOf(request).name;
    return visit.confirms({
      question: t('question.owner', { name, application }),
      effects: [t(`question.ownerLoses.${kind}`, { name })],
      button: t('question.ownerButton'),
      cancel: pathOf(request, `/edit/${kind}`),
    });
  }

  /** Before several get a role, or lose it. */
  aboutAssignments(
    visit: Visit,
    request: ApiRequest,
    kind: AssigneeKind,
    {
      takes,
      role,
      side,
    }: { readonly takes: boolean; readonly role: RoleRow; readonly side: string | undefined },
    who: readonly Assignable[],
  ): boolean {
    const { t } = visit;
    const name = role.isInternal ? t(`internalRole.${role.id}`) : role.name;
    const verb = takes ? 'take' : 'give';
    const users = counted(t, takes ? 'question.lose' : 'question.gain', who.length);
    return visit.confirms({
      question: t(`question.${verb}Role`, { name }),
      effects: [side === undefined ? users : t(`question.${verb}Side.${side}`)],
      rows: who.map((one) => ({ face: { kind, image: one.image }, name: one.name })),
      isHarmless: !takes,
      button: t(`assign.${verb}`),
      cancel: pathOf(request, `/edit/${kind}`),
    });
  }

  /** Before a PEP proxy or an IoT agent goes, or gets another password. @param id  of an agent: there are several */
  aboutMachine(
    visit: Visit,
    request: ApiRequest,
    what: 'proxy' | 'agent',
    deed: 'delete' | 'password',
    id = '',
  ): boolean {
    const { t } = visit;
    return visit.confirms({
      question: t(`question.${what}.${deed}`, { application: applicationOf(request).name, id }),
      effects: [t(`question.${what}.${deed}Effect`)],
      button: t(deed === 'delete' ? 'button.delete' : 'machines.reset'),
      cancel: pathOf(request, '/machines'),
    });
  }

  /** Before another secret takes the place of the one in use. */
  aboutSecret(visit: Visit, request: ApiRequest, which: 'rotate' | 'resetJwt'): boolean {
    const { t } = visit;
    return visit.confirms({
      question: t(`question.${which}`, { application: applicationOf(request).name }),
      effects: [t(`question.${which}Effect`)],
      button: t(`application.${which}`),
      cancel: pathOf(request, ''),
    });
  }
}
