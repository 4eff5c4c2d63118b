/** Characters of all notifications that are not settled: large ones must not eat the memory that the queue lengths seem to allow. */
const MOST_IN_ALL = 268_435_456;
/** Characters of one tenant's. */
const MOST_OF_TENANT = 67_108_864;
/** Requests of one tenant under way beyond which each of its subscriptions has one at a time: each takes a connection. */
const CROWD = 1_024;

/** What one tenant has waiting and on its way. */
export interface TenantLoad {
  size: number;
  underWay: number;
}

/** What the notifications of the tenants take, so that none takes what others need. */
export class TenantLoads {
  private readonly loads = new Map<string, TenantLoad>();

  of(tenant: string): TenantLoad {
    let load = this.loads.get(tenant);
    if (load === undefined) this.loads.set(tenant, (load = { size: 0, underWay: 0 }));
    return load;
  }

  isCrowded(tenant: string): boolean {
    return this.of(tenant).underWay >= CROWD;
  }

  /** @returns false when the tenant has no room for so many characters; nothing is counted then */
  take(tenant: string, size: number): boolean {
    const load = this.of(tenant);
    // What one tenant takes is never what another could not have.
    const share = Math.min(MOST_OF_TENANT, MOST_IN_ALL / (this.loads.size + 1));
    if (load.size > 0 && load.size + size > share) return false;
    this.add(tenant, size);
    return true;
  }

  add(tenant: string, size: number): void {
    this.of(tenant).size += size;
  }

  giveBack(tenant: string, size: number): void {
    const load = this.of(tenant);
    load.size -= size;
    if (load.size === 0 && load.underWay === 0) this.loads.delete(tenant);
  }
}
