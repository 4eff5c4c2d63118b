import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../../subjects/audit/audit-log';
import { OPTIONS, type Options } from '../../cli/options';
import type { Client } from '../../subjects/applications/client';
import { ClientsService } from '../../subjects/applications/clients.service';
import { AttemptLimiter } from '../../limits/attempt-limiter';
import { sameText } from '../../service/same-text';
import { decodedCredentials, type Credentials } from './basic-credentials';
import { invalidClient, noCredentials } from './oauth-errors';

/** Grants a public client may use; it proves nothing, so never on its own behalf. */
const publicGrants: ReadonlySet<string> = new Set(['authorization_code', 'refresh_token']);

/** Who a client is. Nothing but its credentials decides. */
@Injectable()
export class ClientAuthentication {
  constructor(
    private readonly clients: ClientsService,
    private readonly limiter: AttemptLimiter,
    private readonly audit: AuditLog,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  /**
   * The client with this id and secret; the pair is tried as it came, then form-decoded. The secret is random, so it needs no
   * protection from guessing: the right one always passes, and wrong ones are only counted for the address they come from.
   *
   * @throws OAuthError invalid_client; 429 after too many wrong ones from the address
   */
  async bySecret(credentials: Credentials, address: string | undefined): Promise<Client> {
    const decoded = decodedCredentials(credentials);
    const client = (await this.match(credentials)) ?? (decoded && (await this.match(decoded)));
    if (client) return client;
    await this.limiter.reserve({ kind: 'secret' }, address, async () => undefined);
    this.audit.record({ event: 'client.authenticate', outcome: 'failure', subject: credentials.id, address });
    throw invalidClient();
  }

  /**
   * A client that names itself without secret: a public one, or a grant for which the installation asks none.
   *
   * @throws OAuthError invalid_client
   */
  async byIdAlone(clientId: string, grantType: string | undefined): Promise<Client> {
    const client = await this.clients.find(clientId);
    if (!client) throw invalidClient();
    if (client.isPublic && (grantType === undefined || publicGrants.has(grantType))) return client;
    if (grantType !== undefined && this.options.oauth.grantsWithoutClientSecret.includes(grantType))
      return client;
    throw noCredentials();
  }

  private async match({ id, secret }: Credentials): Promise<Client | undefined> {
    const client = await this.clients.find(id);
    return client && client.secret !== '' && sameText(client.secret, secret) ? client : undefined;
  }
}
