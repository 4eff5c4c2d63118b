import {
  compileEntityQuery,
  type Entity,
  type EntityChange,
  type EntityQuery,
  type ReadTenancy,
  TooCostly,
} from '@smart-city/context';
import { BUILTIN_ATTRIBUTES, renderEntity } from '@smart-city/ngsiv2';
import type { ShownAs } from '../entities/representation';

/**
 * What a change is to those who follow a query. `leave`: the entity is still there, but the query does not select it any
 * more; one that it selects only now is told as `update`.
 */
export type LiveKind = 'create' | 'update' | 'delete' | 'leave';

export interface LiveEvent {
  readonly kind: LiveKind;
  /** The entity as a list shows it: as it is now; as it was last when it is gone. */
  readonly json: string;
}

/** What a change is to one query; undefined for nothing. */
export type LiveQuery = (change: EntityChange) => LiveEvent | undefined;

const BUILTINS: ReadonlySet<string> = new Set(BUILTIN_ATTRIBUTES);

/**
 * Compiles a query once, to be asked about every change.
 *
 * @param seenOf  what the reader may see of an entity; undefined for nothing
 * @throws NgsiError  400 for a pattern
 */
export function compileLiveQuery(
  query: EntityQuery,
  { servicePaths }: Pick<ReadTenancy, 'servicePaths'>,
  shown: ShownAs,
  seenOf: (entity: Entity) => Entity | undefined = (entity) => entity,
): LiveQuery {
  const isSelected = compileEntityQuery(query, servicePaths);
  const selects = (entity: Entity) => orNotIfTooCostly(() => isSelected(entity));
  const isShown = compileShown(shown.attrs);
  const event = (kind: LiveKind, entity: Entity): LiveEvent | undefined => {
    const seen = seenOf(entity);
    return seen && { kind, json: renderEntity(seen, shown) };
  };
  return (change) => {
    const { before, after } = change;
    const wasSelected = before !== undefined && selects(before);
    if (after === undefined) return wasSelected ? event('delete', before) : undefined;
    if (!selects(after)) return wasSelected ? event('leave', after) : undefined;
    if (before === undefined) return event('create', after);
    return wasSelected && !isShown(change, seenOf) ? undefined : event('update', after);
  };
}

/** Leaves out changes whose test would take the event loop for too long: a stream is told of those that can be decided at once. */
function orNotIfTooCostly(test: () => boolean): boolean {
  try {
    return test();
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
    return false;
  }
}

/** Whether anything changed that is shown. What comes and goes with the entity does whenever something changes. */
function compileShown(
  attrs: readonly string[],
): (change: EntityChange, seenOf: (entity: Entity) => Entity | undefined) => boolean {
  const isAll = attrs.length === 0 || attrs.some((name) => name === '*' || BUILTINS.has(name));
  const names = isAll ? undefined : new Set(attrs);
  return ({ before, after, changed, metadataChanged }, seenOf) => {
    const seen = [before, after].map((entity) => (entity === undefined ? undefined : seenOf(entity)));
    const isShown = (name: string) =>
      (names === undefined || names.has(name)) && seen.some((entity) => entity?.attrs.has(name));
    return [...changed].some(isShown) || [...metadataChanged].some(isShown);
  };
}
