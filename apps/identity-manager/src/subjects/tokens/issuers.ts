import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { PublicUrl } from '../../service/public-url';

const applicationPath = /^\/idm\/applications\/([^/]+)\//;

/**
 * Issuer names. Keyrock has one issuer per application, with its discovery document below the application's path;
 * there is also one for the whole server. Endpoints exist below both, and answer for the issuer whose path was used.
 */
@Injectable()
export class Issuers {
  constructor(
    private readonly publicUrl: PublicUrl,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  get server(): string {
    return this.publicUrl.toString();
  }

  ofApplication(applicationId: string): string {
    return this.publicUrl.at(`/idm/applications/${encodeURIComponent(applicationId)}`);
  }

  /** Who issues at `/oauth2/…`, below no application's path: the server, or as with Keyrock the application's issuer. */
  outsideOfPaths(clientId: string): string {
    return this.options.oidc.issuer === 'server' ? this.server : this.ofApplication(clientId);
  }

  /** The issuer that a request path belongs to; undefined when the path is that of another application than the client's. */
  of(path: string, clientId: string): string | undefined {
    const named = applicationPath.exec(path)?.[1];
    if (named === undefined) return this.outsideOfPaths(clientId);
    const issuer = this.ofApplication(clientId);
    return named === clientId || issuer.endsWith(`/${named}`) ? issuer : undefined;
  }
}
