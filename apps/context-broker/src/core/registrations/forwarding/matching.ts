import {
  matchesServicePath,
  type ForwardingKind,
  type ProvidedEntity,
  type Registration,
  type ServicePathFilter,
} from '@smart-city/context';

/**
 * Registrations that a request may be forwarded to: not expired, of one of its service paths, for its kind of request.
 * Those that name attributes come first, then those of whole entities; the order is otherwise kept. The stored status
 * has no say.
 */
export function candidates(
  registrations: readonly Registration[],
  kind: ForwardingKind,
  servicePaths: readonly ServicePathFilter[],
  nowSeconds: number,
): readonly Registration[] {
  const fitting = registrations.filter(
    ({ provider, expiresAtSeconds, servicePath }) =>
      (provider.forwardingMode === 'all' || provider.forwardingMode === kind) &&
      (expiresAtSeconds === undefined || expiresAtSeconds > nowSeconds) &&
      provider.url !== '' &&
      matchesServicePath(servicePath, servicePaths),
  );
  return [
    ...fitting.filter(({ attrs }) => attrs.length > 0),
    ...fitting.filter(({ attrs }) => attrs.length === 0),
  ];
}

/** Whether a registered entity covers this one; a missing type on either side matches any. */
export function covers(provided: ProvidedEntity, id: string, type: string | undefined): boolean {
  if (!provided.isPattern && provided.id !== id) return false;
  return !provided.type || !type || provided.type === type;
}
