import { compileSelector, type ServicePathFilter } from '@smart-city/context';
import { isCustomKind, parseQ, type SubjectEntity, type SubscriptionDefinition } from '@smart-city/ngsiv2';
import type { EntityGrant, EntityGrants } from '../../context/entity-grants';
import { grantsTo } from './granted-reads';
import { namesIn } from './named-attributes';
import { needsPermission } from './refusal';

const BUILTINS: ReadonlySet<string> = new Set([
  'dateCreated',
  'dateModified',
  'alterationType',
  'servicePath',
]);

/**
 * A subscription outlives its request, so it may select nothing that its owner may not see: each subject has to lie in one grant, and
 * with it all that notifications tell. It goes on when the permission is taken away: delete it then.
 *
 * @throws NgsiError  403
 */
export function requireSubscribable(grants: EntityGrants, wanted: SubscriptionDefinition): void {
  const usable = grantsTo(grants, 'subscribe').filter(
    (grant) => containsPath(grant, wanted.servicePath) && tellsOnly(grant, wanted),
  );
  for (const subject of wanted.entities)
    if (!usable.some((grant) => containsSubject(grant, subject)))
      throw needsPermission(
        'subscribe',
        `to ${subjectText(subject)} in ${wanted.servicePath}, as it is asked for`,
      );
}

const subjectText = ({ id, idPattern, type, typePattern }: SubjectEntity): string =>
  `entities ${id ?? idPattern ?? ''} of type ${type ?? typePattern ?? '.*'}`;

/** Patterns are not compared: one that is asked for has to be the one that is granted. */
function containsSubject({ area: { selector } }: EntityGrant, subject: SubjectEntity): boolean {
  const { ids, idPattern, types } = selector;
  if (types !== undefined && (subject.type === undefined || !types.includes(subject.type))) return false;
  if (ids !== undefined && (subject.id === undefined || !ids.includes(subject.id))) return false;
  if (idPattern === undefined) return true;
  return subject.id === undefined
    ? subject.idPattern === idPattern
    : compileSelector({ idPattern })({ id: subject.id, type: '' });
}

function containsPath({ area: { servicePaths } }: EntityGrant, wanted: string): boolean {
  const isSubtree = wanted.endsWith('/#');
  const path = isSubtree ? wanted.slice(0, -2) || '/' : wanted || '/';
  return servicePaths.some((granted: ServicePathFilter) => {
    if (!granted.subtree) return !isSubtree && granted.path === path;
    return granted.path === '/' || path === granted.path || path.startsWith(`${granted.path}/`);
  });
}

/** With a grant of some attributes: nothing else is sent, triggers, or is looked at. */
function tellsOnly({ attrs }: EntityGrant, { condition, notification }: SubscriptionDefinition): boolean {
  if (attrs === undefined) return true;
  const { expression, jexlExpression } = condition;
  const { q, mq, georel } = expression ?? {};
  const isAllowed = (name: string) => attrs.has(name) || BUILTINS.has(name);
  // Macros and expressions see the whole entity.
  if (isCustomKind(notification.channel.kind) || jexlExpression || mq || georel || expression?.extended)
    return false;
  if (notification.isExceptAttrs || notification.attrs.length === 0 || !notification.attrs.every(isAllowed))
    return false;
  if (condition.attrs.length === 0 || !condition.attrs.every((name) => attrs.has(name))) return false;
  return !q || namesIn(parseQ(q)).every(isAllowed);
}
