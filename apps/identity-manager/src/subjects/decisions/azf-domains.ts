import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import type { AuthzforceDomainRow } from '../../database/entities/application.row';
import { Caches, type TimedCache } from '../../service/timed-cache';
import { StateChanges } from '../changes/state-changes';
import { AuthzforceDomainsRepository } from './authzforce-domains.repository';

/** AuthzForce domains of applications; always empty while no AuthzForce is configured. */
@Injectable()
export class AzfDomains {
  /** Whether an AuthzForce is configured: without it nobody needs to ask. */
  readonly areUsed: boolean;
  private readonly remembered: TimedCache<string>;

  constructor(
    private readonly rows: AuthzforceDomainsRepository,
    @Inject(OPTIONS) { pdp }: Options,
    caches: Caches,
    changes: StateChanges,
  ) {
    this.areUsed = pdp.authzforce !== undefined;
    this.remembered = caches.create();
    changes.on('application deleted', ({ applicationId }) => this.remembered.forget(applicationId));
  }

  /** The domain's id, or an empty text. */
  async of(applicationId: string): Promise<string> {
    if (!this.areUsed) return '';
    return this.remembered.load(applicationId, async () => {
      const row = await this.rows.find(applicationId);
      return row?.id ?? '';
    });
  }

  /** The application's domain with a version that no other call gets; undefined while it has none. */
  nextVersion(applicationId: string): Promise<AuthzforceDomainRow | undefined> {
    return this.rows.next(applicationId);
  }

  /** @returns the domain that counts: of two first ones at once, the other may be it, with a version of its own */
  async add(domain: AuthzforceDomainRow): Promise<AuthzforceDomainRow> {
    const counts = await this.rows.add(domain);
    this.remembered.forget(domain.applicationId);
    return counts;
  }
}
