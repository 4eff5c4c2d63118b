import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { ConfigurationModule } from '../../cli/configuration.module';
import { DatabaseModule } from '../../database/database.module';
import { openMemoryDatabase, type MemoryDatabase } from '../../database/memory-database';
import { HttpModule } from '../../http/http.module';
import { ClockModule } from '../../service/clock.module';
import { LoggingModule } from '../../service/logging.module';
import { Logger } from '../../service/logger';
import { readShape, type Shape } from '../../validation/read-shape';
import { ChangeApplication, CreateApplication } from '../../subjects/applications/application-input';
import { ChangeOrganization, CreateOrganization } from '../../subjects/organizations/organization-input';
import { ChangePermission, CreatePermission } from '../../subjects/roles/permission-input';
import { CreateRole, RenameRole } from '../../subjects/roles/role-input';
import { ChangeUser, CreateUser } from '../../subjects/users/user-input';
import { ApiModule } from '../api/api.module';
import { PdpModule } from '../api/pdp/pdp.module';
import { apiRoutes } from '../api/route-list';
import { AuthZenModule } from '../oauth/authzen/authzen.module';
import { OAuthModule } from '../oauth/oauth.module';
import { OidcModule } from '../oidc/oidc.module';
import { renderOpenApi, type OpenApiDocument } from './openapi';

@Module({})
class Documented {}

/** What is documented, with every option on, as Nest sees it before it makes anything. */
const preview = ({ options, dataSource }: MemoryDatabase) =>
  NestFactory.create(
    {
      module: Documented,
      imports: [
        ConfigurationModule.register(options),
        ClockModule,
        LoggingModule.register(new Logger('NONE')),
        DatabaseModule.register(dataSource),
        OAuthModule,
        OidcModule,
        AuthZenModule,
        PdpModule,
        ApiModule,
        HttpModule,
      ],
    },
    { preview: true, logger: false },
  );

let document: OpenApiDocument;

beforeAll(async () => {
  const database = await openMemoryDatabase({});
  document = await renderOpenApi(await preview(database), 'https://id.city.example');
  await database.close();
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

describe('The OpenAPI document', () => {
  it('describes every route of the management API', () => {
    const routes = apiRoutes().filter(({ method }) => method !== 'ALL');
    const documented = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(documented).toEqual(
      expect.arrayContaining(
        routes.map(({ method, path }) => `${method} /v1${path.replace(/:(\w+)/g, '{$1}')}`),
      ),
    );
    expect(documented.filter((route) => !/ \/v1(\/|$)/.test(route)).sort()).toEqual([
      'DELETE /auth/external_logout',
      'GET /.well-known/authzen-configuration',
      'GET /.well-known/oauth-authorization-server',
      'GET /.well-known/openid-configuration',
      'GET /auth/external_logout',
      'GET /idm/applications/{id}/.well-known/openid-configuration',
      'GET /oauth2/authorize',
      'GET /oauth2/certs',
      'GET /oauth2/userinfo',
      'GET /user',
      'GET /version',
      'POST /access/v1/evaluation',
      'POST /access/v1/evaluations',
      'POST /auth/external_logout',
      'POST /oauth2/introspect',
      'POST /oauth2/revoke',
      'POST /oauth2/token',
      'POST /oauth2/userinfo',
      'POST /pdp/open_policy_agent',
      'POST /pdp/xacml',
      'POST /user',
    ]);
  });

  it('is valid by the rules of others', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // Facts about the service cannot be asked for in a wrong way.
      rules: { 'info-license': 'off', 'operation-4xx-response': 'off' },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([]);
  });

  it('says what a form that signs out takes, and that people are told by pages and programs by JSON', () => {
    const { requestBody, responses } = document.paths['/auth/external_logout']?.['post'] ?? {};
    const form = { $ref: '#/components/schemas/SignOutForm' };
    expect(requestBody).toEqual({
      required: false,
      content: { 'application/x-www-form-urlencoded': { schema: form } },
    });
    const kinds = Object.entries(responses ?? {}).map(([status, answer]) => [
      status,
      Object.keys(('content' in answer! && answer.content) || {}),
    ]);
    const both = ['application/json', 'text/html'];
    expect(Object.fromEntries(kinds)).toEqual({
      200: ['text/html'],
      302: [],
      303: [],
      400: both,
      401: both,
      404: both,
    });
  });

  it('says who may call', () => {
    expect(document.paths['/v1/users']?.['get']?.description).toBe('Who: administrator.');
  });

  it('says what the rules of a DTO ask of programs', () => {
    expect(document.components?.schemas?.['CreatePermission']).toMatchObject({
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', maxLength: 255 },
        action: { type: ['string', 'null'], maxLength: 255, description: 'HTTP verb.' },
        is_regex: { type: ['boolean', 'null'] },
      },
    });
    expect(document.components?.schemas?.['RenameRole']).toEqual({
      type: 'object',
      properties: { name: { type: 'string', maxLength: 255 } },
    });
  });

  it.each<[string, Shape<object>]>([
    ['post /v1/users', CreateUser],
    ['patch /v1/users/{userId}', ChangeUser],
    ['post /v1/applications', CreateApplication],
    ['patch /v1/applications/{applicationId}', ChangeApplication],
    ['post /v1/organizations', CreateOrganization],
    ['patch /v1/organizations/{organizationId}', ChangeOrganization],
    ['post /v1/applications/{applicationId}/roles', CreateRole],
    ['patch /v1/applications/{applicationId}/roles/{roleId}', RenameRole],
    ['post /v1/applications/{applicationId}/permissions', CreatePermission],
    ['patch /v1/applications/{applicationId}/permissions/{permissionId}', ChangePermission],
  ])('has an example for %s that keeps the rules', (route, shape) => {
    const [method = '', path = ''] = route.split(' ');
    const body = document.paths[path]?.[method]?.requestBody as
      { content: Record<string, { examples: { example: { value: Record<string, object> } } }> } | undefined;
    const [sent] = Object.values(body?.content['application/json']?.examples.example.value ?? {});
    expect(readShape(shape, sent ?? {}, 'program')).toMatchObject({ faults: [] });
    expect(Object.keys(sent ?? {}).length).toBeGreaterThan(0);
  });
});
