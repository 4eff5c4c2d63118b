import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../../../service/clock';
import { CLOCK } from '../../../../service/tokens';
import { grantScope, TokenIssuer } from '../../../../subjects/tokens/token-issuer';
import { timeOrderedToken } from '../../../../subjects/tokens/tokens.repository';
import { invalidGrant } from '../../oauth-errors';
import type { Client } from '../../../../subjects/applications/client';
import { Resources } from '../../../../subjects/applications/resources.service';
import { NO_CLAIMS } from '../../../../subjects/openid/claims-parameter';
import { markedFamily, OpenIdGrants } from '../../../../subjects/openid/openid-grants.service';
import type { Grant } from '../../../../subjects/tokens/grant';
import { parseScope, required, RESOURCE } from '../../wire';
import { ResourceOwners, type ResourceOwner } from './resource-owners';
import type { GrantHandler, GrantResult, TokenRequest } from '../grant-handler';

/** RFC 6749 section 4.3. `username` is an e-mail address, a unique user name, or the id of an IoT agent. */
@Injectable()
export class PasswordGrant implements GrantHandler {
  readonly grantTypes = ['password'] as const;

  constructor(
    private readonly owners: ResourceOwners,
    private readonly issuer: TokenIssuer,
    private readonly resources: Resources,
    private readonly grants: OpenIdGrants,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async grant({ client, form, address, issuer }: TokenRequest): Promise<GrantResult> {
    const username = required(form, 'username');
    const password = required(form, 'password');
    const scope = grantScope(parseScope(form.get('scope')), client);
    const resources = form.has(RESOURCE) ? await this.resources.allowed(client, form.get(RESOURCE)) : [];
    const owner = await this.owners.authenticate(client.id, username, password, address);
    if (!owner) throw invalidGrant('user credentials are invalid');
    const now = this.clock.now();
    const tokens = await this.issuer.issue({
      client,
      owner,
      scope,
      grantType: 'password',
      issuer,
      ...this.familyOf(client, owner, resources, now),
      withRefreshToken: true,
      authTime: now,
    });
    if (!tokens) throw new Error('a grant without claim was refused');
    return { ...tokens, ownerId: owner.id };
  }

  /** The family of the tokens; something is kept of it where a further token has to know the resources. */
  private familyOf(
    { id: applicationId, accessTokenFormat }: Client,
    { type, id: userId }: ResourceOwner,
    resources: readonly string[],
    now: number,
  ): Pick<Grant, 'familyId' | 'kept' | 'keeping' | 'resources'> {
    const familyId = timeOrderedToken(now);
    if (type !== 'user' || (resources.length === 0 && accessTokenFormat === 'keyrock')) return { familyId };
    const kept = { issuer: undefined, sid: undefined, amr: ['pwd'], claims: NO_CLAIMS, resources };
    const marked = markedFamily(familyId);
    const keeping = this.grants.keeping({ familyId: marked, applicationId, userId }, kept);
    return { familyId: marked, kept, keeping, resources };
  }
}
