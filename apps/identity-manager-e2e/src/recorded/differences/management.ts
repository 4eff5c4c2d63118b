import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../answer';
import { members, merged, type Around, type Difference } from './difference';

/** Changes an object that is the only member of the body. */
const inside =
  (name: string, changes: Readonly<Record<string, unknown>>) =>
  (answer: Answer): Answer => {
    const body = answer.body as Record<string, unknown>;
    return { ...answer, body: { ...body, [name]: merged(body[name], changes) } };
  };

/** The version whose interface is served. */
const keyrockVersion = '8.4.0';
const { version: ownVersion } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../package.json'), 'utf8'),
) as { readonly version: string };

/** Service information: ours beside Keyrock's, with addresses of its own. */
function version(answer: Answer, { url }: Around): Answer {
  const { keyrock } = answer.body as { readonly keyrock: Record<string, unknown> };
  const own = merged(keyrock, { doc: `${url}/docs`, api: { version: 'v1', link: `${url}/v1` } });
  return {
    ...answer,
    body: {
      keyrock: { ...own, version: keyrockVersion },
      'identity-manager': { ...own, version: ownVersion },
    },
  };
}

/** Differences of `/v1`, discovery and the service information. */
export const management: readonly Difference[] = [
  {
    row: 'applications in answers',
    exchanges: [7, 8, 24],
    rewrite: inside('application', { default_token_kind: 'bearer' }),
  },
  { row: 'Created user', exchanges: [10, 11], rewrite: inside('user', { salt: undefined }) },
  {
    row: 'lists of permissions',
    exchanges: [23],
    rewrite: (answer) => {
      const { role_permission_assignments: list } = answer.body as Record<string, readonly object[]>;
      const full = (list ?? []).map((permission) => ({
        ...permission,
        is_regex: 'name' in permission && permission.name === 'readre',
        use_authorization_service_header: false,
      }));
      return { ...answer, body: { role_permission_assignments: full } };
    },
  },
  {
    row: '`grant_type` in PATCH application',
    exchanges: [71],
    rewrite: inside('values_updated', { scope: undefined }),
  },
  {
    row: '`GET /v1/access-tokens/<token>`',
    exchanges: [179],
    rewrite: (answer, { as: expected }) => {
      const { organizations, displayName, roles, app_id, isGravatarEnabled, email, id, app_azf_domain } =
        expected(178).body as Record<string, unknown>;
      const body = {
        organizations,
        displayName,
        roles,
        app_id,
        isGravatarEnabled,
        email,
        id,
        app_azf_domain,
      };
      return { ...answer, status: 200, body };
    },
  },
  {
    row: 'OPTIONS',
    exchanges: [221],
    rewrite: (answer) => ({ ...answer, status: 200, type: 'text/plain;charset=utf-8', body: 'POST' }),
  },
  { row: '`/version`', exchanges: [220], rewrite: version },
  { row: 'PATCH user', exchanges: [223], rewrite: members({ values_updated: { enabled: false } }) },
];
