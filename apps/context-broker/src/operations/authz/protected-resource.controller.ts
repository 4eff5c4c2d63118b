import { Controller, Get, Inject } from '@nestjs/common';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { ForClients, OpenToOrigins } from '../../http/route-facts';
import { PROTECTED_RESOURCE } from './protected-resource';

/** `GET /.well-known/oauth-protected-resource`: where clients get tokens for this broker (RFC 9728). Only with `-authzAudience`. */
@Controller()
@ForClients()
export class ProtectedResourceController {
  private readonly text: string;

  constructor(@Inject(OPTIONS) options: BrokerOptions) {
    const { authzAudience, authzUrl, consoleSignInUrl, authzIssuers } = options;
    this.text = JSON.stringify({
      resource: authzAudience,
      // The address that clients know: the broker may reach it by another one.
      authorization_servers: [consoleSignInUrl ?? authzUrl, ...authzIssuers],
      bearer_methods_supported: ['header'],
      resource_name: 'Context broker',
    });
  }

  @Get(PROTECTED_RESOURCE)
  @OpenToOrigins()
  metadata(): string {
    return this.text;
  }
}
