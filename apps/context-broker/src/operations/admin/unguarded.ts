import { isLoopback } from '@smart-city/service';
import type { BrokerOptions } from '../../cli/options';

type Protection = Pick<BrokerOptions, 'localIp' | 'authz' | 'adminFrom' | 'adminToken'>;

/** Returns the warning of a start at which other machines reach the broker and neither data nor operators' paths are guarded. */
export function unguardedWarning({ localIp, authz, adminFrom, adminToken }: Protection): string | undefined {
  if (isLoopback(localIp) || localIp === 'localhost') return undefined;
  if (authz || adminFrom === 'loopback' || adminToken !== undefined) return undefined;
  return 'everybody who reaches this broker may read and change all data and its settings: see docs/security.md (-authz, -adminFrom, -localIp)';
}
