import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import type { NgsiRequest } from '../../http/ngsi-request';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import { TenantLimit } from './tenant-limit';

/** What is asked with POST and writes nothing. */
const READING = /\/(?:op\/query|queryContext)$/i;

/** Stands before the handlers of what may give a tenant its database (`-maxTenants`). */
@Injectable()
export class TenantAdmission {
  private readonly limit: TenantLimit;

  constructor(@Inject(OPTIONS) { maxTenants }: BrokerOptions, @Inject(ENTITY_STORE) store: EntityStore) {
    this.limit = new TenantLimit(maxTenants, () => store.listTenants());
  }

  /** @throws NgsiError  Forbidden */
  admit(request: NgsiRequest): Promise<void> | undefined {
    if (request.method === 'GET' || request.method === 'DELETE' || READING.test(request.path))
      return undefined;
    const tenant = request.validTenant();
    // The fault of a name that is none is told when its turn comes, after those of the body.
    return tenant === undefined ? undefined : this.limit.admit(tenant);
  }
}
