import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityChange } from '@smart-city/context';
import type { Accompany } from '../../storage/commit-companion';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import type { ExpiryListener } from '../../storage/expiry-listener';
import { ChangeListeners } from './change-listeners';
import { ownRequest } from './own-request';

/** Tells those who listen to changes of what the store removes because it is over. */
@Injectable()
export class Expiry implements ExpiryListener, OnModuleInit {
  constructor(
    @Inject(ENTITY_STORE) private readonly store: EntityStore,
    private readonly listeners: ChangeListeners,
  ) {}

  onModuleInit(): void {
    this.store.watchExpiry(this);
  }

  accompanying(tenant: string): Accompany | undefined {
    const { accompanying } = this.listeners;
    return accompanying && ((changes) => accompanying.accompany(changes, ownRequest(tenant)));
  }

  expired(tenant: string, changes: readonly EntityChange[]): void | Promise<void> {
    return this.listeners.told?.onChanges(changes, ownRequest(tenant));
  }
}
