import { NgsiError } from '@smart-city/ngsi';
import type { ForwardedOutcome } from '../../entities/forwarding-port';

/**
 * The error of an update of which some part was forwarded; undefined when everything was done. Spec section 11.4.
 *
 * @param outcomes  every entity of the request
 */
export function forwardingError(outcomes: readonly ForwardedOutcome[]): NgsiError | undefined {
  const failing = outcomes.filter(({ failed }) => failed.length > 0);
  if (failing.length === 0) return undefined;
  if (!outcomes.some(({ updatedSome }) => updatedSome)) {
    return new NgsiError('NotFound', 'The requested entity has not been found. Check type and id');
  }
  const list = failing
    .map(({ ref, failed }) => `${ref.id}-${ref.type ?? ''} : [${failed.join(', ')}]`)
    .join(', ');
  return new NgsiError('PartialUpdate', `Some of the following attributes were not updated: { ${list} }`, {
    status: 404,
  });
}
