import { hash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { AttemptLimiter } from '../../limits/attempt-limiter';
import { Caches, type TimedCache } from '../../service/timed-cache';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import { ApplicationSecrets } from './application-secrets.service';
import { ApplicationsRepository } from './applications.repository';
import { compileClient, type Client } from './client';
import { INTERNAL_APPLICATION_ID } from '../../database/entities/internal-application';
import { TrustedApplicationsRepository } from './trusted-applications.repository';

/** `null` remembers that there is no such client. */
type Found = { readonly client: Client | null };

/** A client's id and the secret that goes with it, as somebody says. */
export interface ClientSecret {
  readonly id: string;
  readonly secret: string;
}

/** Grants a public client may use; it proves nothing, so never on its own behalf. */
const publicGrants: ReadonlySet<string> = new Set(['authorization_code', 'refresh_token']);

/** Compares digests, in a time that tells nothing of the secret, its length included. */
const hasSecret = ({ secretDigest }: Client, secret: string) =>
  secretDigest !== undefined && timingSafeEqual(secretDigest, hash('sha256', secret, 'buffer'));

/** Applications as OAuth clients, remembered for a moment. */
@Injectable()
export class ClientsService {
  private readonly clients: TimedCache<Found>;
  private readonly trusted: TimedCache<readonly string[]>;

  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly secrets: ApplicationSecrets,
    private readonly trusts: TrustedApplicationsRepository,
    private readonly limiter: AttemptLimiter,
    private readonly audit: AuditLog,
    @Inject(OPTIONS) private readonly options: Options,
    caches: Caches,
    changes: StateChanges,
  ) {
    this.clients = caches.create();
    this.trusted = caches.create();
    changes.on('application', ({ applicationId }) => this.clients.forget(applicationId));
    changes.on('trusted applications', ({ applicationId }) => this.trusted.forget(applicationId));
    changes.on('application deleted', ({ applicationId }) => {
      this.clients.forget(applicationId);
      this.trusted.forgetWhere((id, trusted) => id === applicationId || trusted.includes(applicationId));
    });
  }

  /** The client with this id; the internal application is none. */
  async find(clientId: string): Promise<Client | undefined> {
    const remembered = this.clients.get(clientId);
    if (remembered) return remembered.client ?? undefined;
    if (clientId === INTERNAL_APPLICATION_ID || clientId.length > 128) return undefined;
    const { client } = await this.clients.load(clientId, async () => {
      const row = await this.applications.find(clientId);
      return { client: row && compileClient(row, this.secrets.of(row)) };
    });
    return client ?? undefined;
  }

  /** A client whose address is exactly this text. */
  async findByUrl(url: string): Promise<Client | undefined> {
    const row = await this.applications.findByUrl(url);
    return row ? this.find(row.id) : undefined;
  }

  /**
   * The client that one of these pairs belongs to. The secret is random, so it needs no protection from guessing: the right one
   * always passes, and wrong ones are only counted for the address they come from.
   *
   * @param spellings  of one pair, the likeliest first
   * @returns undefined when no secret is right
   * @throws TooMany  after too many wrong ones from the address
   */
  async authenticate(
    spellings: readonly [ClientSecret, ...ClientSecret[]],
    address: string | undefined,
  ): Promise<Client | undefined> {
    for (const { id, secret } of spellings) {
      const client = await this.find(id);
      if (client && hasSecret(client, secret)) return client;
    }
    await this.limiter.reserve({ kind: 'secret' }, address, async () => undefined);
    const subject = spellings[0].id;
    this.audit.record({ event: 'client.authenticate', outcome: 'failure', subject, address });
    return undefined;
  }

  /** Whether a client may go without its secret: a public one, or a grant for which the installation asks none. */
  mayNameItself({ isPublic }: Client, grantType: string | undefined): boolean {
    if (isPublic && (grantType === undefined || publicGrants.has(grantType))) return true;
    return grantType !== undefined && this.options.oauth.grantsWithoutClientSecret.includes(grantType);
  }

  /** Ids of the applications whose tokens this application accepts. */
  trustedBy(applicationId: string): Promise<readonly string[]> {
    return this.trusted.load(applicationId, () => this.trusts.trustedBy(applicationId));
  }
}
