import type { EntityChange } from '@smart-city/context';
import type { Accompany } from '../commit-companion';
import { operationsOf } from './commit-part';
import type { TenantDatabase } from './tenant-database';

/** Writes what has to become durable with changes to the same file in this turn of the event loop: one commit takes all, or none. */
export function accompanied(
  { writer }: TenantDatabase,
  changes: readonly EntityChange[],
  accompany: Accompany,
): Promise<void> | undefined {
  const companion = changes.length === 0 ? undefined : accompany(changes);
  return companion && writer.write(companion.parts.flatMap(operationsOf), companion.settled);
}
