import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { traceHeaders, type TraceContext } from '@smart-city/telemetry';
import type { AuthzforceDomainRow } from '../../database/entities/application.row';
import { OPTIONS, type Options } from '../../cli/options';
import { errorFields, Logger } from '../../service/logger';
import { AzfDomains } from '../decisions/azf-domains';
import { PermissionsRepository } from './permissions.repository';
import { RolesRepository } from './roles.repository';
import { renderPolicySet, type RoleSource } from './xacml-policy';

type Trace = TraceContext | undefined;

const timeoutMs = 5000;
const namespace = 'http://authzforce.github.io/rest-api-model/xmlns/authz/5';

/** What became of sending policies; the form that Keyrock answers with. */
export interface SubmitResult {
  readonly create_policy: { readonly message: string; readonly status: number };
  readonly activate_policy: { readonly message: string; readonly status: number };
}

/** AuthzForce names domains by digits of base64url. */
const domainLink = /\bhref="([\w-]{1,128})\/?"/;

const createMessages: Readonly<Record<number, string>> = {
  200: 'Success creating policy.',
  400: 'XACML rule bad written',
  404: 'Domain not found in authzforce service',
  409: 'Error with policy version',
};

/** Keeps AuthzForce's policies the same as the roles and permissions here; does nothing while none is configured. */
@Injectable()
export class AuthzforcePolicies {
  constructor(
    private readonly domains: AzfDomains,
    private readonly roles: RolesRepository,
    private readonly permissions: PermissionsRepository,
    @Inject(OPTIONS) private readonly options: Options,
    private readonly log: Logger,
  ) {}

  /**
   * Sends the policies of an application, in a domain of its own that the first call makes. What is stored here counts
   * even when AuthzForce cannot be reached; the next change sends everything again.
   *
   * @param trace  of the request that changed something
   * @returns undefined while no AuthzForce is configured
   */
  async submit(applicationId: string, trace: Trace): Promise<SubmitResult | undefined> {
    if (!this.options.pdp.authzforce) return undefined;
    try {
      return await this.send(applicationId, trace);
    } catch (error) {
      this.log.error('AuthzForce did not take the policies', errorFields(error));
      return {
        create_policy: { message: 'Authzforce error', status: 503 },
        activate_policy: { message: 'Error', status: 503 },
      };
    }
  }

  private async send(applicationId: string, trace: Trace): Promise<SubmitResult> {
    const domain = await this.domainOf(applicationId, trace);
    const policyId = domain.policy ?? applicationId;
    const body = renderPolicySet(
      applicationId,
      policyId,
      `1.${domain.version}`,
      await this.rolesOf(applicationId),
    );
    const created = await this.call(
      'POST',
      `/domains/${encodeURIComponent(domain.id)}/pap/policies`,
      body,
      trace,
    );
    const activated = await this.call(
      'PUT',
      `/domains/${encodeURIComponent(domain.id)}/pap/pdp.properties`,
      `<pdpPropertiesUpdate xmlns="${namespace}"><rootPolicyRefExpression>${policyId}</rootPolicyRefExpression></pdpPropertiesUpdate>`,
      trace,
    );
    return {
      create_policy: {
        message: createMessages[created.status] ?? 'Authzforce error',
        status: created.status,
      },
      activate_policy: { message: activated.status === 200 ? 'Success' : 'Error', status: activated.status },
    };
  }

  /** The application's domain with a version that no other call has. */
  private async domainOf(applicationId: string, trace: Trace): Promise<AuthzforceDomainRow> {
    return (await this.domains.nextVersion(applicationId)) ?? this.createDomain(applicationId, trace);
  }

  private async createDomain(applicationId: string, trace: Trace): Promise<AuthzforceDomainRow> {
    const { status, text } = await this.call(
      'POST',
      '/domains',
      `<domainProperties xmlns="${namespace}"/>`,
      trace,
    );
    const id = domainLink.exec(text)?.[1];
    if (status !== 200 || id === undefined)
      throw new Error(`AuthzForce answered ${status} instead of a domain`);
    return this.domains.add({ id, policy: randomUUID(), version: 1, applicationId });
  }

  private async rolesOf(applicationId: string): Promise<readonly RoleSource[]> {
    const roles = await this.roles.ofApplication(applicationId);
    const permissions = await this.permissions.ofApplication(applicationId);
    const byId = new Map(permissions.map((permission) => [permission.id, permission]));
    const assigned = await this.roles.permissionsOf(roles);
    return roles.map(({ id }) => ({
      id,
      permissions: assigned
        .filter(({ roleId }) => roleId === id)
        .flatMap(({ permissionId }) => byId.get(permissionId) ?? []),
    }));
  }

  private async call(method: 'POST' | 'PUT', path: string, body: string, trace: Trace) {
    const { host, port } = this.options.pdp.authzforce ?? { host: '', port: 0 };
    const { default: undici } = await import('undici');
    const answer = await undici.request(`http://${host}:${port}/authzforce-ce${path}`, {
      method,
      headers: { 'content-type': 'application/xml', accept: 'application/xml', ...traceHeaders(trace) },
      body,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  }
}
