import { NgsiError } from '@smart-city/context';

/** Made-up tenants end here: each would have a database of its own. Tenants that have one are never refused. */
export class TenantLimit {
  /** Undefined until they were listed. */
  private listed: ReadonlySet<string> | undefined;
  /** Let through since the stored ones were listed; whether their requests wrote anything is not known. */
  private readonly admitted = new Set<string>();
  private listing: Promise<void> | undefined;

  /**
   * @param most    databases of tenants, the default one not counted; 0 is no limit
   * @param stored  lists the tenants that have one, '' for the default one
   */
  constructor(
    private readonly most: number,
    private readonly stored: () => Promise<readonly string[]>,
  ) {}

  /**
   * Whether a request that may write to this tenant may go on.
   *
   * @returns nothing to wait for, for tenants that are known
   * @throws NgsiError  Forbidden; by rejection, too
   */
  admit(tenant: string): Promise<void> | undefined {
    if (this.most === 0 || tenant === '' || this.listed?.has(tenant) || this.admitted.has(tenant))
      return undefined;
    if (!this.hasRoom()) return this.admitAfterListing(tenant);
    this.admitted.add(tenant);
    return undefined;
  }

  private hasRoom(): boolean {
    return this.listed !== undefined && this.listed.size + this.admitted.size < this.most;
  }

  private async admitAfterListing(tenant: string): Promise<void> {
    this.listing ??= this.list();
    await this.listing;
    if (this.listed?.has(tenant)) return;
    if (!this.hasRoom()) throw new NgsiError('Forbidden', `no more than ${this.most} tenants are kept`);
    this.admitted.add(tenant);
  }

  private async list(): Promise<void> {
    try {
      const stored = await this.stored();
      this.listed = new Set(stored.filter((name) => name !== ''));
      this.admitted.clear();
    } finally {
      this.listing = undefined;
    }
  }
}
