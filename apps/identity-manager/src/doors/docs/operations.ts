import { listOf, ref, wrapped } from './schemas';

/** What the OpenAPI document says of a route beyond its path and who may call it. */
export interface Operation {
  readonly summary: string;
  readonly tag: string;
  readonly request?: object;
  /** Success. */
  readonly status: number;
  readonly response?: object;
  /** Has `limit` and `offset`. */
  readonly paged?: boolean;
  readonly deprecated?: boolean;
}

const app = '/applications/:applicationId';
const org = '/organizations/:organizationId';
const member = `${org}/users/:userId/organization_roles`;
const orgRole = `${app}/organizations/:organizationId/roles`;

type Extra = Pick<Operation, 'request' | 'response' | 'paged'>;
const operation =
  (tag: string) =>
  (summary: string, status: number, extra: Extra = {}): Operation => ({ summary, tag, status, ...extra });

const tokens = operation('API tokens');
const users = operation('Users');
const organizations = operation('Organizations');
const applications = operation('Applications');
const roles = operation('Roles');
const permissions = operation('Permissions');
const assignments = operation('Role assignments');
const machines = operation('PEP proxies and IoT agents');
const trust = operation('Trusted applications');
const service = operation('Service');

const changes = (request: string, wrapper: string): Extra => ({
  request: wrapped(wrapper, ref(request)),
  response: ref('Changes'),
});

const creates = (wrapper: string, request: string, response: string): Extra => ({
  request: wrapped(wrapper, ref(request)),
  response: wrapped(wrapper, ref(response)),
});

const shows = (wrapper: string, schema: string): Extra => ({ response: wrapped(wrapper, ref(schema)) });
const lists = (wrapper: string, schema: string): Extra => ({ response: listOf(wrapper, ref(schema)) });

/** Assignments come by PUT, and by POST for older clients. */
const assigns = (path: string, put: Operation): Readonly<Record<string, Operation>> => ({
  [`PUT ${path}`]: put,
  [`POST ${path}`]: { ...put, summary: `${put.summary} (use PUT)`, deprecated: true },
});

/** One entry for each route of the management API; a test compares them. */
export const operations: Readonly<Record<string, Operation>> = {
  'GET ': service('Where everything is', 200, { response: ref('Index') }),
  'POST /auth/tokens': tokens('Get an API token; it comes in the header X-Subject-Token', 201, {
    request: ref('Credentials'),
    response: ref('ApiToken'),
  }),
  'GET /auth/tokens': tokens('Show the API token in the header X-Subject-Token', 200, {
    response: ref('ApiTokenInfo'),
  }),
  'DELETE /auth/tokens': tokens('End the API token in the header X-Subject-Token', 204),
  'GET /access-tokens/:token': tokens('Validate an OAuth access token, for old PEP proxies', 200, {
    response: ref('UserRecord'),
  }),
  'GET /users': users('List users', 200, { ...lists('users', 'ListedUser'), paged: true }),
  'POST /users': users('Create a user', 201, creates('user', 'NewUser', 'User')),
  'GET /users/:userId': users('Show a user', 200, shows('user', 'User')),
  'PATCH /users/:userId': users(
    'Change a user; enabled and admin only by administrators',
    200,
    changes('UserPatch', 'user'),
  ),
  'DELETE /users/:userId': users('Delete a user with all tokens', 204),
  'GET /organizations': organizations('List own organizations', 200, {
    response: listOf('organizations', {
      type: 'object',
      properties: { role: { enum: ['owner', 'member'] }, Organization: ref('Organization') },
    }),
    paged: true,
  }),
  'POST /organizations': organizations('Create an organization; its creator becomes owner', 201, {
    ...creates('organization', 'NewOrganization', 'Organization'),
  }),
  [`GET ${org}`]: organizations('Show an organization', 200, shows('organization', 'Organization')),
  [`PATCH ${org}`]: organizations(
    'Change an organization',
    200,
    changes('OrganizationPatch', 'organization'),
  ),
  [`DELETE ${org}`]: organizations('Delete an organization', 204),
  [`GET ${org}/users`]: organizations(
    'List owners and members',
    200,
    lists('organization_users', 'Membership'),
  ),
  [`GET ${member}`]: organizations(
    'Show what a user is in an organization',
    200,
    shows('organization_user', 'Membership'),
  ),
  ...assigns(
    `${member}/:organizationRole`,
    organizations('Make a user owner or member', 201, shows('user_organization_assignments', 'Membership')),
  ),
  [`DELETE ${member}/:organizationRole`]: organizations('Take a user out; the last owner stays', 204),
  'GET /applications': applications('List applications in which one has a role', 200, {
    ...lists('applications', 'Application'),
    paged: true,
  }),
  'POST /applications': applications('Register an application; its creator becomes provider', 201, {
    ...creates('application', 'NewApplication', 'Application'),
  }),
  [`GET ${app}`]: applications('Show an application', 200, shows('application', 'Application')),
  [`PATCH ${app}`]: applications('Change an application', 200, changes('ApplicationPatch', 'application')),
  [`DELETE ${app}`]: applications('Delete an application with its tokens', 204),
  [`POST ${app}/secret`]: applications('Make a new client secret', 201, { response: ref('NewSecret') }),
  [`GET ${app}/roles`]: roles('List roles that one may see', 200, lists('roles', 'RoleRef')),
  [`POST ${app}/roles`]: roles('Create a role', 201, creates('role', 'NewRole', 'Role')),
  [`GET ${app}/roles/:roleId`]: roles('Show a role', 200, shows('role', 'Role')),
  [`PATCH ${app}/roles/:roleId`]: roles('Rename a role', 200, changes('RolePatch', 'role')),
  [`DELETE ${app}/roles/:roleId`]: roles('Delete a role', 204),
  [`GET ${app}/permissions`]: permissions(
    'List permissions, internal ones too',
    200,
    lists('permissions', 'Permission'),
  ),
  [`POST ${app}/permissions`]: permissions(
    'Create a permission',
    201,
    creates('permission', 'NewPermission', 'Permission'),
  ),
  [`GET ${app}/permissions/:permissionId`]: permissions(
    'Show a permission',
    200,
    shows('permission', 'Permission'),
  ),
  [`PATCH ${app}/permissions/:permissionId`]: permissions(
    'Change a permission',
    200,
    changes('PermissionPatch', 'permission'),
  ),
  [`DELETE ${app}/permissions/:permissionId`]: permissions('Delete a permission', 204),
  [`GET ${app}/roles/:roleId/permissions`]: permissions('List permissions of a role', 200, {
    ...lists('role_permission_assignments', 'Permission'),
  }),
  ...assigns(
    `${app}/roles/:roleId/permissions/:permissionId`,
    permissions('Give a permission to a role', 201, shows('role_permission_assignments', 'RolePermission')),
  ),
  [`DELETE ${app}/roles/:roleId/permissions/:permissionId`]: permissions(
    'Take a permission from a role',
    204,
  ),
  [`GET ${app}/users`]: assignments('List roles of users', 200, lists('role_user_assignments', 'UserRole')),
  [`GET ${app}/users/:userId/roles`]: assignments(
    'List roles of a user',
    200,
    lists('role_user_assignments', 'UserRole'),
  ),
  ...assigns(
    `${app}/users/:userId/roles/:roleId`,
    assignments('Give a role to a user', 201, shows('role_user_assignments', 'UserRole')),
  ),
  [`DELETE ${app}/users/:userId/roles/:roleId`]: assignments('Take a role from a user', 204),
  [`GET ${app}/organizations`]: assignments('List roles of organizations', 200, {
    ...lists('role_organization_assignments', 'OrganizationRole'),
  }),
  [`GET ${orgRole}`]: assignments('List roles of an organization', 200, {
    ...lists('role_organization_assignments', 'OrganizationRole'),
  }),
  ...assigns(
    `${orgRole}/:roleId/organization_roles/:organizationRole`,
    assignments('Give a role to the owners or members of an organization', 201, {
      ...shows('role_organization_assignments', 'OrganizationRole'),
    }),
  ),
  [`DELETE ${orgRole}/:roleId/organization_roles/:organizationRole`]: assignments('Take it back', 204),
  [`GET ${app}/pep_proxies`]: machines('Show the PEP proxy', 200, shows('pep_proxy', 'MachineRef')),
  [`POST ${app}/pep_proxies`]: machines('Create the PEP proxy', 201, shows('pep_proxy', 'MachineAccount')),
  [`PATCH ${app}/pep_proxies`]: machines('Make a new password for the PEP proxy', 200, {
    response: ref('NewPassword'),
  }),
  [`DELETE ${app}/pep_proxies`]: machines('Delete the PEP proxy', 204),
  [`GET ${app}/iot_agents`]: machines('List IoT agents', 200, lists('iot_agents', 'MachineRef')),
  [`POST ${app}/iot_agents`]: machines('Create an IoT agent', 201, shows('iot_agent', 'MachineAccount')),
  [`GET ${app}/iot_agents/:iotAgentId`]: machines('Show an IoT agent', 200, shows('iot_agent', 'MachineRef')),
  [`PATCH ${app}/iot_agents/:iotAgentId`]: machines('Make a new password for an IoT agent', 200, {
    response: ref('NewPassword'),
  }),
  [`DELETE ${app}/iot_agents/:iotAgentId`]: machines('Delete an IoT agent', 204),
  [`GET ${app}/trusted_applications`]: trust('List trusted applications', 200, {
    response: listOf('trusted_applications', { type: 'string' }),
  }),
  ...assigns(
    `${app}/trusted_applications/:trustedApplicationId`,
    trust('Trust an application', 201, { response: ref('Trust') }),
  ),
  [`DELETE ${app}/trusted_applications/:trustedApplicationId`]: trust('Stop trusting an application', 204),
  'GET /service_providers/configs': service(
    'Numbers of the installation',
    200,
    shows('information', 'Numbers'),
  ),
};
