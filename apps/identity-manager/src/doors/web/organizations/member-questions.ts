import type { OrganizationRow } from '../../../database/entities/organization.row';
import type { UserRow } from '../../../database/entities/user.row';
import { counted } from '../../../pages/counted';
import type { Visit } from '../../../pages/visit';

const pathOf = ({ id }: OrganizationRow) => `/idm/organizations/${encodeURIComponent(id)}`;

/** Asks before an owner becomes a member. False when the question was sent. */
export function aboutOwner(visit: Visit, organization: OrganizationRow, { username }: UserRow): boolean {
  const { t } = visit;
  const names = { name: username, organization: organization.name };
  return visit.confirms({
    question: t('question.organizationOwner', names),
    effects: [t('question.organizationOwnerLoses', names)],
    button: t('members.makeMember'),
    cancel: pathOf(organization),
  });
}

/**
 * Asks before somebody leaves the organization, or is removed from it. False when the question was sent.
 *
 * @param roles  how many they have through it
 */
export function aboutMember(
  visit: Visit,
  organization: OrganizationRow,
  { id, username }: UserRow,
  roles: number,
): boolean {
  const { t } = visit;
  const names = { name: username, organization: organization.name };
  const isSelf = id === visit.user.id;
  return visit.confirms({
    question: t(isSelf ? 'question.leave' : 'question.member', names),
    effects: [counted(t, isSelf ? 'question.youLoseThrough' : 'question.losesThrough', roles, names)],
    button: t(isSelf ? 'members.leave' : 'button.remove'),
    cancel: pathOf(organization),
  });
}
