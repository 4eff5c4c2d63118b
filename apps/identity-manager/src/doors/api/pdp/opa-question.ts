import { memberOf } from '../member-of';
import { checkQuestion, type RoleQuestion } from './role-question';

/**
 * The body of `POST /pdp/open_policy_agent`:
 * `{appId, resource, roles: [], action, tenant, ids: [], idPatterns: [], attrs: [], types: []}`.
 *
 * @throws ApiError 400 naming what is missing or malformed
 */
export function parseOpaQuestion(body: unknown): RoleQuestion {
  const of = (name: string) => memberOf(body, name);
  return checkQuestion({
    appId: of('appId'),
    resource: of('resource'),
    roles: of('roles'),
    action: of('action'),
    tenant: of('tenant'),
    ids: of('ids'),
    idPatterns: of('idPatterns'),
    attrs: of('attrs'),
    types: of('types'),
  });
}
