import { Injectable } from '@nestjs/common';
import { Caches, type TimedCache } from '../../service/timed-cache';
import { ApplicationsService } from './applications.service';
import { compileClient, type Client } from './client';
import { internalApplicationId } from './internal-application';
import { TrustedApplicationsRepository } from './trusted-applications.repository';

/** `null` remembers that there is no such client. */
type Found = { readonly client: Client | null };

/** Applications as OAuth clients, remembered for a moment. */
@Injectable()
export class ClientsService {
  private readonly clients: TimedCache<Found>;
  private readonly trusted: TimedCache<readonly string[]>;

  constructor(
    private readonly applications: ApplicationsService,
    private readonly trusts: TrustedApplicationsRepository,
    caches: Caches,
  ) {
    this.clients = caches.create();
    this.trusted = caches.create();
  }

  /** The client with this id; the internal application is none. */
  async find(clientId: string): Promise<Client | undefined> {
    const remembered = this.clients.peek(clientId);
    if (remembered) return remembered.client ?? undefined;
    if (clientId === internalApplicationId || clientId.length > 128) return undefined;
    const { client } = await this.clients.get(clientId, async () => {
      const row = await this.applications.find(clientId);
      return { client: row && compileClient(row, this.applications.secretsOf(row)) };
    });
    return client ?? undefined;
  }

  /** Ids of the applications whose tokens this application accepts. */
  trustedBy(applicationId: string): Promise<readonly string[]> {
    return this.trusted.get(applicationId, () => this.trusts.trustedBy(applicationId));
  }
}
