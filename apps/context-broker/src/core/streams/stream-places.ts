import { Refusal } from '../../http/answer-fault';

const RETRY_AFTER = ['Retry-After', '5'];

export interface PlaceLimits {
  /** 0: there are no streams. */
  readonly streams: number;
  readonly streamsPerTenant: number;
}

/** How many streams are open, of all and of each tenant, and whether there is a place for another. */
export class StreamPlaces {
  private readonly takenOf = new Map<string, number>();
  private taken = 0;
  private isClosed = false;

  constructor(private readonly limits: PlaceLimits) {}

  /** Why a tenant has no further stream: 503 or 429 with `Retry-After`; undefined where there is a place. */
  refusal(tenant: string): Refusal | undefined {
    const { streams, streamsPerTenant } = this.limits;
    if (this.isClosed) return new Refusal('ServiceUnavailable', 'the broker is stopping', RETRY_AFTER);
    if (this.taken >= streams)
      return new Refusal('ServiceUnavailable', `too many streams are open: ${streams}`, RETRY_AFTER);
    if ((this.takenOf.get(tenant) ?? 0) < streamsPerTenant) return undefined;
    const reason = `too many streams of this tenant are open: ${streamsPerTenant}`;
    return new Refusal('TooManyRequests', reason, RETRY_AFTER);
  }

  take(tenant: string): void {
    this.taken += 1;
    this.takenOf.set(tenant, (this.takenOf.get(tenant) ?? 0) + 1);
  }

  leave(tenant: string): void {
    this.taken -= 1;
    const left = this.takenOf.get(tenant)! - 1;
    if (left === 0) this.takenOf.delete(tenant);
    else this.takenOf.set(tenant, left);
  }

  /** There is no place from now on. */
  close(): void {
    this.isClosed = true;
  }
}
