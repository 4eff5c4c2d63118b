import type { OrganizationRole, OrganizationRow } from '../../../database/entities/organization.row';
import { counted } from '@smart-city/messages';
import type { Visit } from '../../../pages/visit';
import type { ListedMember } from '../../../subjects/organizations/member-lists.repository';
import { organizationPathOf } from './member-list';

/** What is done with members of an organization: made something, or removed. */
export type MemberAction = OrganizationRole | 'remove';

/** Somebody, and how many roles they have through the organization. */
interface Concerned extends ListedMember {
  readonly roles: number;
}

/** Asks before users become owners or members, or are removed. False when the question was sent. */
export function aboutMembers(
  visit: Visit,
  organization: OrganizationRow,
  action: MemberAction,
  who: readonly Concerned[],
): boolean {
  const { t } = visit;
  const hintOf = ({ name, roles }: Concerned) => counted(t, 'question.losesThrough', roles, { name });
  return visit.confirms({
    question: t(`question.members.${action}`, { organization: organization.name }),
    effects: [t(`question.members.${action}Effect`)],
    rows: who.map((one) => ({
      face: { kind: 'users', image: one.image },
      name: one.name,
      hint: action === 'remove' ? hintOf(one) : t(`membership.${one.role}`),
    })),
    isHarmless: action === 'owner',
    button: t(`members.do.${action}`),
    cancel: organizationPathOf(organization),
  });
}

/** Asks before somebody leaves. @param roles  how many they have through the organization */
export function aboutLeaving(visit: Visit, organization: OrganizationRow, roles: number): boolean {
  const { t } = visit;
  return visit.confirms({
    question: t('question.leave', { organization: organization.name }),
    effects: [counted(t, 'question.youLoseThrough', roles)],
    button: t('members.leave'),
    cancel: organizationPathOf(organization),
  });
}
