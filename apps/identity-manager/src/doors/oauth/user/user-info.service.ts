import { Injectable } from '@nestjs/common';
import { ClientsService } from '../../../subjects/applications/clients.service';
import { AccessService, type Access } from '../../../subjects/decisions/access.service';
import { AzfDomains } from '../../../subjects/decisions/azf-domains';
import type { DecisionResult } from '../../../subjects/decisions/decision';
import { Decisions } from '../../../subjects/decisions/decisions.service';
import { entityGrants } from '../../../subjects/decisions/entity-grants';
import { UserFactsService } from '../../../subjects/decisions/user-facts.service';
import {
  renderIotRecord,
  renderUserRecord,
  type RecordContext,
} from '../../../subjects/decisions/user-record';
import { isFor } from '../../../subjects/tokens/at-jwts';
import type { AccessToken } from '../../../subjects/tokens/tokens.repository';
import { invalidToken, OAuthError, realm } from '../oauth-errors';
import { renderExplanation } from './explanation';
import type { UserRequest } from './user-request';

type Asked = Pick<
  UserRequest,
  | 'applicationId'
  | 'action'
  | 'resource'
  | 'serviceHeader'
  | 'servicePaths'
  | 'explainTo'
  | 'trace'
  | 'wantsEntities'
>;

/** Facts about a request's application, and what its record says beside the user. */
interface Scope {
  readonly applicationId: string;
  readonly context: RecordContext;
}

const unknownApplication = () =>
  new OAuthError('invalid_request', 'Unauthorized', 401, { 'WWW-Authenticate': `Bearer realm="${realm}"` });
/** The request is in order; the token is not for that application. */
const notAuthorized = () => invalidToken('User not authorized in application');

/** Trust is one-way and one step: the asked application must trust the token's. */
const isTrusted = ({ applicationId, context }: Scope) =>
  applicationId === context.applicationId || context.trustedApplications.includes(context.applicationId);

/** The answer of GET /user for a live token. */
@Injectable()
export class UserInfoService {
  constructor(
    private readonly clients: ClientsService,
    private readonly users: UserFactsService,
    private readonly access: AccessService,
    private readonly domains: AzfDomains,
    private readonly decisions: Decisions,
  ) {}

  /**
   * @throws OAuthError 401 when the asked application is unknown, the user is gone, or the asked application does not trust
   *   that of a user's token. As in Keyrock, tokens of applications and IoT agents are answered in any: a policy enforcement
   *   point compares `app_id` and `trusted_apps` itself (docs/behaviour/identity-manager.md#the-token-at-user)
   */
  async record(token: AccessToken, asked: Asked): Promise<object> {
    const scope = await this.scopeOf(token, asked.applicationId);
    if (token.audience !== null) await this.refuseOthers(token.audience, scope.applicationId);
    if (token.userId !== null) {
      // Whom the token names has been asked for by the application, and is trusted for that.
      if (token.audience === null && !isTrusted(scope)) throw notAuthorized();
      return this.userRecord(token, token.userId, scope, asked);
    }
    if (token.iotAgentId !== null) return renderIotRecord(token.iotAgentId, scope.context);
    if (asked.applicationId === undefined) return {};
    // Without a user there are no roles, so a question can only be denied.
    const decision = asked.action !== undefined && asked.resource !== undefined ? 'Deny' : '';
    return {
      app_id: token.applicationId,
      trusted_apps: scope.context.trustedApplications,
      ...(decision !== '' && { authorization_decision: decision }),
    };
  }

  /** A token that names its audience is for nobody else, whatever trust there is. */
  private async refuseOthers(audience: string, applicationId: string): Promise<void> {
    const client = await this.clients.find(applicationId);
    if (!client || !isFor(audience, client))
      throw invalidToken('Invalid token: the token is for another audience');
  }

  private async scopeOf(token: AccessToken, askedId: string | undefined): Promise<Scope> {
    const applicationId = askedId ?? token.applicationId;
    let trustedApplications: readonly string[] = [];
    if (askedId !== undefined) {
      if (!(await this.clients.find(askedId))) throw unknownApplication();
      trustedApplications = await this.clients.trustedBy(askedId);
    }
    const azfDomain = this.domains.areUsed ? await this.domains.of(applicationId) : '';
    return {
      applicationId,
      context: { applicationId: token.applicationId, trustedApplications, azfDomain, decision: '' },
    };
  }

  private async userRecord(token: AccessToken, userId: string, scope: Scope, asked: Asked): Promise<object> {
    const user = await this.users.find(userId, token.applicationId);
    if (!user) throw invalidToken('Invalid token: access token is invalid');
    if (!user.enabled) throw invalidToken('Invalid token: access token is no longer valid');
    const access = await this.access.accessOf(userId, scope.applicationId);
    const result = await this.decide(userId, scope, access, asked);
    const record = {
      ...renderUserRecord(user.facts, access, { ...scope.context, decision: result?.decision ?? '' }),
      ...(asked.wantsEntities && { authorization_entities: entityGrants(access.permissions, asked) }),
    };
    if (asked.explainTo === undefined) return record;
    return { ...record, authorization_explanation: renderExplanation(access, result) };
  }

  /** Undefined when no decision was asked: that needs both the verb and the resource. */
  private async decide(
    userId: string,
    { applicationId, context }: Scope,
    access: Access,
    { action, resource, serviceHeader, servicePaths, trace }: Asked,
  ): Promise<DecisionResult | undefined> {
    if (action === undefined || resource === undefined) return undefined;
    return this.decisions.ofUser(
      { userId, applicationId, azfDomain: context.azfDomain, access, trace },
      { action, resource, serviceHeader, servicePaths },
    );
  }
}
