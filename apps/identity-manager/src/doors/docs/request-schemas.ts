import { ChangeApplication, CreateApplication } from '../../subjects/applications/application-input';
import { ChangeOrganization, CreateOrganization } from '../../subjects/organizations/organization-input';
import { ChangePermission, CreatePermission } from '../../subjects/roles/permission-input';
import { CreateRole, RenameRole } from '../../subjects/roles/role-input';
import { ChangeUser, CreateUser } from '../../subjects/users/user-input';
import type { Shape } from '../../validation/read-shape';
import { shapeSchema } from './shape-schema';

const password = { format: 'password' };

const permissionMembers = {
  action: { description: 'HTTP verb.' },
  resource: { description: 'Path, or a regular expression when is_regex is true.' },
  xml: { description: 'XACML rule, on level advanced.' },
};

/** Lists are taken comma-joined too, as they are stored. */
const list = { type: ['array', 'string'], items: { type: 'string' } };

const applicationMembers = {
  redirect_uri: list,
  scope: { ...list, type: [...list.type, 'null'], description: '`openid` switches OpenID Connect on.' },
  grant_type: { type: ['array', 'null'], items: { type: 'string' } },
  token_types: { type: ['array', 'null'], items: { enum: ['jwt', 'permanent'] } },
  default_token_kind: {
    enum: ['bearer', 'jwt', null],
    description: "Issued when a request's scope names no kind.",
  },
  client_type: { description: '`public` for clients without secret.' },
};

/** What is sent, with an example that keeps the rules: from the DTO that the handler takes. */
const shapes = {
  NewUser: [
    CreateUser,
    { username: 'ann', email: 'ann@city.example', password: 'a long passphrase' },
    { password },
  ],
  UserPatch: [
    ChangeUser,
    { username: 'ann', description: 'Looks after the parks' },
    {
      password,
      old_password: {
        ...password,
        description: 'With a new password of one’s own, unless the login is at most 5 minutes ago.',
      },
    },
  ],
  NewApplication: [
    CreateApplication,
    {
      name: 'Parks',
      redirect_uri: ['example.city.parks:/back'],
      grant_type: ['authorization_code', 'refresh_token'],
    },
    applicationMembers,
  ],
  ApplicationPatch: [ChangeApplication, { description: null, token_types: ['jwt'] }, applicationMembers],
  NewOrganization: [CreateOrganization, { name: 'Parks', description: 'Who looks after the parks' }, {}],
  OrganizationPatch: [ChangeOrganization, { description: null }, {}],
  NewRole: [CreateRole, { name: 'gardener' }, {}],
  RolePatch: [RenameRole, { name: 'head gardener' }, {}],
  NewPermission: [
    CreatePermission,
    { name: 'read the benches', action: 'GET', resource: '/v2/entities' },
    permissionMembers,
  ],
  PermissionPatch: [ChangePermission, { resource: '^/v2/entities/.*', is_regex: true }, permissionMembers],
} as const satisfies Readonly<Record<string, readonly [Shape<object>, object, object]>>;

export const requestShapes: Readonly<Record<string, readonly [Shape<object>, object, object]>> = shapes;

export const requestSchemas: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(requestShapes).map(([name, [shape, example, more]]) => [
    name,
    shapeSchema(shape, example, more),
  ]),
);
