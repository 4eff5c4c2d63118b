import { Get, Param, Req } from '@nestjs/common';
import { ApiController } from '../api-controller';
import type { ApiRequest } from '../../../access/api-request';
import { AllowPepProxy } from '../../../access/rule';
import { ClientsService } from '../../../subjects/applications/clients.service';
import { notFound, unauthorized } from '../../../http/api-errors';
import { AccessTokensService } from '../../../subjects/tokens/access-tokens.service';
import { OAuthTokenRecord, OAuthTokenRecords } from './oauth-token-records.service';
import { bodyOf } from '../../../openapi/content';
import { ApiRoute } from '../described-route';

const notAuthorized = () => unauthorized('User is not authorized');

/** The call by which old PEP proxies validate access tokens. */
@ApiController('access-tokens', 'API tokens')
export class OAuthTokenInfoController {
  constructor(
    private readonly tokens: AccessTokensService,
    private readonly clients: ClientsService,
    private readonly records: OAuthTokenRecords,
  ) {}

  @Get(':token')
  @AllowPepProxy()
  @ApiRoute('Validate an OAuth access token, for old PEP proxies', { answers: bodyOf(OAuthTokenRecord) })
  async read(@Req() { pepProxy }: ApiRequest, @Param('token') text: string) {
    const token = await this.tokens.find(text);
    if (!token) throw notFound('Oauth token not found');
    if (this.tokens.stateOf(token) !== 'live') throw unauthorized('Oauth token has expired');
    if (pepProxy && !(await this.accepts(pepProxy.applicationId, token.applicationId))) throw notAuthorized();
    const record = await this.records.of(token);
    if (!record) throw notAuthorized();
    return record;
  }

  private async accepts(applicationId: string, issuedTo: string): Promise<boolean> {
    return applicationId === issuedTo || (await this.clients.trustedBy(applicationId)).includes(issuedTo);
  }
}
