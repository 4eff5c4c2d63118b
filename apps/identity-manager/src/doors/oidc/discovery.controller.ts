import { OpenToOrigins } from '../../http/route-facts';
import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ClientsService } from '../../subjects/applications/clients.service';
import { OPTIONS, type Options } from '../../cli/options';
import { PublicUrl } from '../../service/public-url';
import { NotFound } from '../../faults/faults';
import { Issuers } from '../../subjects/tokens/issuers';
import { renderMetadata } from './metadata';
import { SigningKeys } from '../../subjects/keys/signing-keys.service';

const wellKnown = '.well-known';
const application = 'idm/applications/:id';

/** Metadata of RFC 8414 and OpenID Connect Discovery, for the server and for each application. */
@OpenToOrigins()
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
  server() {
    return renderMetadata(this.issuers.server, this.publicUrl.toString(), this.options);
  }

  /** OpenID appends the well-known part to the issuer, RFC 8414 inserts it before the issuer's path. */
  @Get([
    `${application}/${wellKnown}/openid-configuration`,
    `${wellKnown}/oauth-authorization-server/${application}`,
    `${wellKnown}/openid-configuration/${application}`,
  ])
  async ofApplication(@Param('id') id: string) {
    if (!(await this.clients.find(id))) throw new NotFound('application');
    return renderMetadata(this.issuers.ofApplication(id), this.publicUrl.toString(), this.options);
  }

  @Get(['oauth2/certs', `${application}/certs`])
  certs() {
    return this.keys.publicKeys();
  }
}
