import type { ForwardedQuery } from '../../entities/forwarding-port';
import type { EntityPage } from '../../../storage/entity-store';

/** The part of a page that providers are asked for. */
export interface ProviderPage {
  readonly limit: number;
  readonly offset: number;
}

/**
 * Local entities come first in the list that a client pages through, those of providers follow: what the local ones
 * leave of the limit, and what they did not use up of the offset.
 *
 * @param local  with its count when the offset is not 0
 */
export function providerPage({ limit, offset }: ForwardedQuery, local: EntityPage): ProviderPage {
  return {
    limit: Math.max(0, limit - local.entities.length),
    offset: Math.max(0, offset - (local.count ?? 0)),
  };
}
