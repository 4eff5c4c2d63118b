import { isUpdateFault } from '../faults';
import type { Entity } from '../model/entity';
import type { EntityDraft, EntityRewrite, RewriteResult } from '../model/entity-rewrite';
import { changeOf } from './change-of';
import { endOfText, withExpiry } from './expiry';
import { mainLocation } from './main-location';

/**
 * Runs a rewrite on the newest state of an entity, without I/O: the model for what each store does.
 *
 * @param before  the entity that the rewrite means, undefined where there is none
 * @param createdAt  the creation date of a new entity, where it is to differ from others of the list
 */
export function rewriteEntity<F>(
  tenant: string,
  before: Entity | undefined,
  { id, rewrite, correlator }: EntityRewrite<F>,
  nowSeconds: number,
  createdAt = nowSeconds,
): RewriteResult<F> {
  const place = { tenant, at: nowSeconds };
  try {
    const made = rewrite(before, nowSeconds);
    switch (made.kind) {
      case 'leave':
        return { kind: 'left' };
      case 'fault':
        return made;
      case 'delete':
        return before === undefined
          ? { kind: 'left' }
          : { kind: 'done', change: changeOf(place, before, undefined, []) };
      case 'write': {
        const dates = { creDate: before?.creDate ?? createdAt, modDate: nowSeconds };
        const after = { id, ...entityOf(made.after, before, correlator, nowSeconds), ...dates };
        return { kind: 'done', change: changeOf(place, before, after, made.requested) };
      }
    }
  } catch (error) {
    if (isUpdateFault(error)) return { kind: 'failed', error };
    throw error;
  }
}

function entityOf(
  draft: EntityDraft,
  before: Entity | undefined,
  correlator: string | undefined,
  nowSeconds: number,
): Omit<Entity, 'id' | 'creDate' | 'modDate'> {
  const { type, furtherTypes, servicePath, scopes, expiresAt } = draft;
  const attrs = withExpiry(draft.attrs, expiresAt, before, nowSeconds);
  const location = mainLocation(attrs, before);
  const lastCorrelator = correlator ?? before?.lastCorrelator;
  return {
    type,
    ...(furtherTypes !== undefined && { furtherTypes }),
    servicePath,
    ...(scopes !== undefined && { scopes }),
    attrs,
    ...(lastCorrelator !== undefined && { lastCorrelator }),
    ...(location !== undefined && { location }),
    ...(expiresAt !== undefined && { expiresAtMs: endOfText(expiresAt) }),
  };
}
