import { Inject, Injectable } from '@nestjs/common';
import { NgsiLdFault } from '@smart-city/ngsild';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';

/** Tenants that are there: an operation that makes none is refused on others (GS CIM 009 §6.3.14). */
@Injectable()
export class KnownTenants {
  private readonly known = new Set<string>(['']);

  constructor(@Inject(ENTITY_STORE) private readonly store: EntityStore) {}

  /** @throws NonexistentTenant  by rejection */
  async require(tenant: string): Promise<void> {
    if (this.known.has(tenant)) return;
    for (const one of await this.store.listTenants()) this.known.add(one);
    if (!this.known.has(tenant))
      throw new NgsiLdFault('NonexistentTenant', 'Unknown tenant', `There is no tenant ${tenant}`);
  }

  /**
   * Gives the fault to tell where an operation did not find what it needs: that of the tenant comes first. Operations ask after
   * the fact, so that those that find something pay nothing.
   *
   * @throws the fault, or NonexistentTenant; by rejection
   */
  async tell(tenant: string, fault: unknown): Promise<never> {
    if (fault instanceof NgsiLdFault && fault.type === 'ResourceNotFound') await this.require(tenant);
    throw fault;
  }
}
