import { Injectable } from '@nestjs/common';
import { AccessService } from '../../../subjects/decisions/access.service';
import { AzfDomains } from '../../../subjects/decisions/azf-domains';
import { UserFactsService } from '../../../subjects/decisions/user-facts.service';
import { OwnedPermissionsService } from '../../../subjects/roles/owned-permissions.service';
import type { AccessToken } from '../../../subjects/tokens/tokens.repository';
import { Described, ListOf, Text, Truth } from '../../../openapi/described';

class NamedRole {
  @Text() id!: string;
  @Text() name!: string;
}

/** The record of an access token in the form from before GET /user. */
export class OAuthTokenRecord {
  @Described({ type: 'array', items: { type: 'object' } }) organizations!: readonly object[];
  @Text() displayName!: string;
  @ListOf(NamedRole) roles!: readonly NamedRole[];
  @Text() app_id!: string;
  @Truth() isGravatarEnabled!: boolean;
  @Text() email!: string;
  @Text() id!: string;
  @Text() app_azf_domain!: string;
}

/** What old PEP proxies read of a token that belongs to no user. */
const nobody = { organizations: [], displayName: '', roles: [], isGravatarEnabled: false, email: '' };

@Injectable()
export class OAuthTokenRecords {
  constructor(
    private readonly users: UserFactsService,
    private readonly access: AccessService,
    private readonly owned: OwnedPermissionsService,
    private readonly domains: AzfDomains,
  ) {}

  /** Undefined when the user has been disabled or has no role at all in the application, not even an internal one. */
  async of({ applicationId, userId, iotAgentId }: AccessToken): Promise<OAuthTokenRecord | undefined> {
    if (userId === null)
      return { ...nobody, app_id: applicationId, id: iotAgentId ?? '', app_azf_domain: '' };
    const user = await this.users.find(userId, applicationId);
    if (!user?.enabled) return undefined;
    const { roleIds } = await this.owned.of({ id: userId, admin: false }, applicationId);
    if (roleIds.size === 0) return undefined;
    const { roles, organizations } = await this.access.accessOf(userId, applicationId);
    const { facts } = user;
    return {
      organizations,
      displayName: facts.shared.has('username') ? facts.username : '',
      roles,
      app_id: applicationId,
      isGravatarEnabled: facts.gravatar,
      email: facts.shared.has('email') ? facts.email : '',
      id: facts.id,
      app_azf_domain: await this.domains.of(applicationId),
    };
  }
}
