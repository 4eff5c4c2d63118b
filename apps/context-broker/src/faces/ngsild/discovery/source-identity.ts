import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

/** Identity of the broker as a context source (GS CIM 009 §5.2.40). */
export interface SourceIdentity {
  readonly id: string;
  readonly type: 'ContextSourceIdentity';
  /** Tells one source from others, and each tenant of one broker from its others. */
  readonly contextSourceAlias: string;
  /** Duration of ISO 8601. */
  readonly contextSourceUptime: string;
  readonly contextSourceTimeAt: string;
}

/**
 * Makes the identity of a tenant. The alias is a token, as `Via` takes it, and says nothing of the tenant's name.
 *
 * @param uptimeSeconds  since the broker started
 * @param nowMs          milliseconds since the epoch
 */
export function sourceIdentity(
  tenant: string,
  origin: string,
  uptimeSeconds: number,
  nowMs: number,
): SourceIdentity {
  const digest = createHash('sha256').update(`${hostname()} ${origin} ${tenant}`).digest('hex').slice(0, 16);
  return {
    id: `urn:ngsi-ld:ContextSourceIdentity:${digest}`,
    type: 'ContextSourceIdentity',
    contextSourceAlias: `broker-${digest}`,
    contextSourceUptime: `PT${Math.floor(uptimeSeconds)}S`,
    contextSourceTimeAt: new Date(nowMs).toISOString(),
  };
}
