import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../../../service/clock';
import { CLOCK } from '../../../../service/tokens';
import { grantScope, TokenIssuer } from '../../../../subjects/tokens/token-issuer';
import { timeOrderedToken } from '../../../../subjects/tokens/tokens.repository';
import { invalidGrant } from '../../oauth-errors';
import { parseScope, required } from '../../wire';
import { ResourceOwners } from './resource-owners';
import type { GrantHandler, GrantResult, TokenRequest } from '../grant-handler';

/** RFC 6749 section 4.3. `username` is an e-mail address, a unique user name, or the id of an IoT agent. */
@Injectable()
export class PasswordGrant implements GrantHandler {
  readonly grantTypes = ['password'] as const;

  constructor(
    private readonly owners: ResourceOwners,
    private readonly issuer: TokenIssuer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async grant({ client, form, address }: TokenRequest): Promise<GrantResult> {
    const username = required(form, 'username');
    const password = required(form, 'password');
    const scope = grantScope(parseScope(form.get('scope')), client);
    const owner = await this.owners.authenticate(client.id, username, password, address);
    if (!owner) throw invalidGrant('user credentials are invalid');
    const now = this.clock.now();
    const tokens = await this.issuer.issue({
      client,
      owner,
      scope,
      grantType: 'password',
      familyId: timeOrderedToken(now),
      withRefreshToken: true,
      authTime: now,
    });
    if (!tokens) throw new Error('a grant without claim was refused');
    return { ...tokens, ownerId: owner.id };
  }
}
