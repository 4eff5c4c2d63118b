import { OpenToOrigins } from '../../http/route-facts';
import { Controller, Get, Header, Inject, Param } from '@nestjs/common';
import { ClientsService } from '../../subjects/applications/clients.service';
import { OPTIONS, type Options } from '../../cli/options';
import { PublicUrl } from '../../service/public-url';
import { NotFound } from '../../faults/faults';
import { Issuers } from '../../subjects/tokens/issuers';
import { Metadata, renderMetadata } from './metadata';
import { SigningKeys } from '../../subjects/keys/signing-keys.service';
import { bodyOf } from '../../openapi/content';
import { Described } from '../../openapi/described';
import { Failure } from '../../openapi/failure';
import { Documented, Tag } from '../../openapi/documented';

/** RFC 7517 section 5. */
class KeySet {
  @Described({ type: 'array', items: { type: 'object' } }) keys!: readonly object[];
}

const wellKnown = '.well-known';
const application = 'idm/applications/:id';

/** Metadata of RFC 8414 and OpenID Connect Discovery, for the server and for each application. */
@OpenToOrigins()
@Tag('OAuth 2.0')
@Controller()
export class DiscoveryController {
  constructor(
    private readonly issuers: Issuers,
    private readonly keys: SigningKeys,
    private readonly clients: ClientsService,
    private readonly publicUrl: PublicUrl,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get([`${wellKnown}/openid-configuration`, `${wellKnown}/oauth-authorization-server`])
  @Documented({ summary: 'Metadata (RFC 8414, OpenID Connect Discovery)', answers: bodyOf(Metadata) })
  server() {
    return renderMetadata(this.issuers.server, this.publicUrl.toString(), this.options);
  }

  /** OpenID appends the well-known part to the issuer, RFC 8414 inserts it before the issuer's path. */
  @Get([
    `${application}/${wellKnown}/openid-configuration`,
    `${wellKnown}/oauth-authorization-server/${application}`,
    `${wellKnown}/openid-configuration/${application}`,
  ])
  @Documented({
    id: 'openIdConfigurationOfApplication',
    summary: 'Metadata of an application as issuer',
    answers: bodyOf(Metadata),
    others: { 404: { description: 'There is no such application', content: bodyOf(Failure) } },
  })
  async ofApplication(@Param('id') id: string) {
    const client = await this.clients.find(id);
    if (!client) throw new NotFound('application');
    const issuer = this.issuers.ofApplication(id);
    return renderMetadata(issuer, this.publicUrl.toString(), this.options, client.openidStyle);
  }

  /** Clients keep the set for a while: a new key is in it a day before it signs. */
  @Get(['oauth2/certs', `${application}/certs`])
  @Header('Cache-Control', 'max-age=300')
  @Documented({ id: 'publicKeys', summary: 'Keys that check tokens (RFC 7517)', answers: bodyOf(KeySet) })
  certs() {
    return this.keys.publicKeys();
  }
}
