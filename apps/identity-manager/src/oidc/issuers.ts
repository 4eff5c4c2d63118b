import { Injectable } from '@nestjs/common';
import { PublicUrl } from '../http/public-url';

const applicationPath = /^\/idm\/applications\/([^/]+)\//;

/**
 * Issuer names. Keyrock has one issuer per application, with its discovery document below the application's path;
 * there is also one for the whole server. Endpoints exist below both, and answer for the issuer whose path was used.
 */
@Injectable()
export class Issuers {
  constructor(private readonly publicUrl: PublicUrl) {}

  get server(): string {
    return this.publicUrl.toString();
  }

  ofApplication(applicationId: string): string {
    return this.publicUrl.at(`/idm/applications/${encodeURIComponent(applicationId)}`);
  }

  /** The issuer that a request path belongs to; undefined when the path is that of another application than the client's. */
  of(path: string, clientId: string): string | undefined {
    const named = applicationPath.exec(path)?.[1];
    if (named === undefined) return this.server;
    const issuer = this.ofApplication(clientId);
    return named === clientId || issuer.endsWith(`/${named}`) ? issuer : undefined;
  }
}
