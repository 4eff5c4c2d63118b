import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import type { NgsiRequest } from '../http/ngsi-request';
import { ENTITY_STORE, type EntityStore } from '../storage/entity-store';
import { TenantLimit } from './tenant-limit';

/** What is asked with POST and writes nothing. */
const READING = /\/(?:op\/query|queryContext)$/i;

/** Stands before the handlers of what may give a tenant its database (`-maxTenants`). */
@Injectable()
export class TenantLimitGuard implements CanActivate {
  private readonly limit: TenantLimit;

  constructor(@Inject(OPTIONS) { maxTenants }: BrokerOptions, @Inject(ENTITY_STORE) store: EntityStore) {
    this.limit = new TenantLimit(maxTenants, () => store.listTenants());
  }

  /** @throws NgsiError  Forbidden */
  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.getArgByIndex<NgsiRequest>(0);
    if (request.method === 'GET' || request.method === 'DELETE' || READING.test(request.path)) return true;
    const tenant = request.validTenant();
    // The fault of a name that is none is told when its turn comes, after those of the body.
    if (tenant === undefined) return true;
    const waiting = this.limit.admit(tenant);
    return waiting === undefined ? true : waiting.then(() => true);
  }
}
