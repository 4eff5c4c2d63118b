import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../../../service/clock';
import { CLOCK } from '../../../../service/tokens';
import { grantScope, TokenIssuer } from '../../../../subjects/tokens/token-issuer';
import { invalidClient } from '../../oauth-errors';
import { Resources } from '../../../../subjects/applications/resources.service';
import { parseScope, RESOURCE } from '../../wire';
import type { GrantHandler, GrantResult, TokenRequest } from '../grant-handler';

/** RFC 6749 section 4.4: the client acts for itself. No user, no refresh token. */
@Injectable()
export class ClientCredentialsGrant implements GrantHandler {
  readonly grantTypes = ['client_credentials'] as const;

  constructor(
    private readonly issuer: TokenIssuer,
    private readonly resources: Resources,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async grant({ client, form, issuer }: TokenRequest): Promise<GrantResult> {
    // A public client proves nothing, so nothing can be given to it alone.
    if (client.isPublic) throw invalidClient();
    const tokens = await this.issuer.issue({
      client,
      owner: { type: 'client' },
      scope: grantScope(parseScope(form.get('scope')), client),
      grantType: 'client_credentials',
      issuer,
      ...(form.has(RESOURCE) && { resources: await this.resources.allowed(client, form.get(RESOURCE)) }),
      withRefreshToken: false,
      authTime: this.clock.now(),
    });
    if (!tokens) throw new Error('a grant without claim was refused');
    return tokens;
  }
}
