import { badRequest, NgsiError } from '@smart-city/context';
import type { RequestContext } from '../../context/request-context';

// What a request about subscriptions means by its headers and its caller.

const EVERYWHERE = '/#';
/** The caller's own name for itself. */
const ME = 'me';

/**
 * With enforcement the owner that a client names is itself, by its id or as `me`.
 *
 * @throws NgsiError Forbidden  somebody else
 */
export function ownerMeant<T extends { readonly owner?: string }>(
  { callerId, method }: RequestContext,
  given: T,
): T {
  const { owner } = given;
  if (callerId === undefined || !owner || owner === callerId) return given;
  if (owner === ME) return { ...given, owner: callerId };
  if (method === 'GET') return given;
  throw new NgsiError('Forbidden', 'the owner of a subscription is who asks for it: name yourself, or me');
}

const ONE_PATH = 'service-path allowed for subscriptions';

/** Where a subscription listens. @throws NgsiError BadRequest  several service paths */
export function subscriptionPath({ servicePaths = [] }: RequestContext): string {
  if (servicePaths.length > 1) {
    const logged = `max *one* ${ONE_PATH} (${servicePaths.length} given)`;
    throw badRequest(`max one ${ONE_PATH}`, logged);
  }
  return servicePaths[0] || EVERYWHERE;
}

/** Exactly this path, the first that the client names; undefined for all. */
export function filterPath({ servicePaths: [path] = [] }: RequestContext): string | undefined {
  return path === '' || path === EVERYWHERE ? undefined : path;
}
