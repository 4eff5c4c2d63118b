import { Forbidden } from '../../faults/faults';

/** @throws Forbidden for a role or permission of the service itself: these are the same in all applications */
export function refuseInternal({ isInternal }: { readonly isInternal: boolean }): void {
  if (isInternal) throw new Forbidden('internal');
}
