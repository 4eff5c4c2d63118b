import { GUARDS_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ApiGuard } from './api.guard';
import { ApiModule } from './api.module';
import { apiRoutes } from './route-list';
import { describeRule } from '../../access/rule';

const application = '/applications/:applicationId';
const organization = '/organizations/:organizationId';
const member = `${organization}/users/:userId/organization_roles`;
const givenTo = `${application}/organizations/:organizationId/roles`;

const permission = (...ids: readonly string[]) =>
  `internal permission ${ids.join(' or ')} in the application`;
const owner = 'owner of the organization';
const creator = 'any user; only administrators where the settings say so';
const self = 'the user, or an administrator';
const tokens = 'the tokens in X-Auth-Token and X-Subject-Token: same owner, or an administrator';
const assigning = permission('1', '5', '6');
const manages = permission('2');
const managesRoles = permission('3');

/** The management API, route by route. A new route is a new line here, so that somebody thinks of who may call it. */
const table: readonly (readonly [route: string, who: string])[] = [
  ['GET ', 'any user'],
  ['POST /auth/tokens', 'a password, an API token, or both'],
  ['GET /auth/tokens', tokens],
  ['DELETE /auth/tokens', tokens],
  ['GET /access-tokens/:token', 'PEP proxy or administrator'],
  ['GET /users', 'administrator'],
  ['POST /users', 'administrator'],
  ['GET /users/:userId', self],
  ['PATCH /users/:userId', self],
  ['DELETE /users/:userId', self],
  ['GET /organizations', 'any user'],
  ['POST /organizations', creator],
  [`GET ${organization}`, owner],
  [`PATCH ${organization}`, owner],
  [`DELETE ${organization}`, owner],
  [`GET ${organization}/users`, owner],
  [`GET ${member}`, owner],
  [`PUT ${member}/:organizationRole`, owner],
  [`POST ${member}/:organizationRole`, owner],
  [`DELETE ${member}/:organizationRole`, owner],
  ['GET /applications', 'any user'],
  ['POST /applications', creator],
  [`GET ${application}`, permission('1', '2', '3', '5', '6')],
  [`PATCH ${application}`, manages],
  [`DELETE ${application}`, manages],
  [`POST ${application}/secret`, manages],
  [`GET ${application}/roles`, permission('1', '3', '5', '6')],
  [`POST ${application}/roles`, managesRoles],
  [`GET ${application}/roles/:roleId`, managesRoles],
  [`PATCH ${application}/roles/:roleId`, managesRoles],
  [`DELETE ${application}/roles/:roleId`, managesRoles],
  [`GET ${application}/permissions`, managesRoles],
  [`POST ${application}/permissions`, managesRoles],
  [`GET ${application}/permissions/:permissionId`, managesRoles],
  [`PATCH ${application}/permissions/:permissionId`, managesRoles],
  [`DELETE ${application}/permissions/:permissionId`, managesRoles],
  [`GET ${application}/roles/:roleId/permissions`, managesRoles],
  [`PUT ${application}/roles/:roleId/permissions/:permissionId`, managesRoles],
  [`POST ${application}/roles/:roleId/permissions/:permissionId`, managesRoles],
  [`DELETE ${application}/roles/:roleId/permissions/:permissionId`, managesRoles],
  [`GET ${application}/users`, assigning],
  [`GET ${application}/users/:userId/roles`, assigning],
  [`PUT ${application}/users/:userId/roles/:roleId`, assigning],
  [`POST ${application}/users/:userId/roles/:roleId`, assigning],
  [`DELETE ${application}/users/:userId/roles/:roleId`, assigning],
  [`GET ${application}/organizations`, assigning],
  [`GET ${givenTo}`, assigning],
  [`PUT ${givenTo}/:roleId/organization_roles/:organizationRole`, assigning],
  [`POST ${givenTo}/:roleId/organization_roles/:organizationRole`, assigning],
  [`DELETE ${givenTo}/:roleId/organization_roles/:organizationRole`, assigning],
  [`GET ${application}/pep_proxies`, manages],
  [`POST ${application}/pep_proxies`, manages],
  [`PATCH ${application}/pep_proxies`, manages],
  [`DELETE ${application}/pep_proxies`, manages],
  [`GET ${application}/iot_agents`, manages],
  [`POST ${application}/iot_agents`, manages],
  [`GET ${application}/iot_agents/:iotAgentId`, manages],
  [`PATCH ${application}/iot_agents/:iotAgentId`, manages],
  [`DELETE ${application}/iot_agents/:iotAgentId`, manages],
  [`GET ${application}/trusted_applications`, assigning],
  [`PUT ${application}/trusted_applications/:trustedApplicationId`, assigning],
  [`POST ${application}/trusted_applications/:trustedApplicationId`, assigning],
  [`DELETE ${application}/trusted_applications/:trustedApplicationId`, assigning],
  ['GET /service_providers/configs', 'administrator'],
  ['ALL /*unknownPath', 'any user'],
];

describe('Routes of the management API', () => {
  it('have exactly the rules of the table', () => {
    const routes = apiRoutes().map(({ method, path, rule }) => [
      `${method} ${path}`,
      rule ? describeRule(rule) : 'nobody has said',
    ]);
    expect(routes).toEqual(table);
  });

  it('all stand below /v1 and /v3, behind the guard', () => {
    for (const controller of Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, ApiModule) as object[]) {
      const [first = '', second = ''] = Reflect.getMetadata(PATH_METADATA, controller) as string[];
      expect(first).toMatch(/^v1(\/|$)/);
      expect(second).toBe(first.replace('v1', 'v3'));
      expect(Reflect.getMetadata(GUARDS_METADATA, controller)).toEqual([ApiGuard]);
    }
  });
});
