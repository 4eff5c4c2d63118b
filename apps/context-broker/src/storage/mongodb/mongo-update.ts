import type { Document } from 'mongodb';
import {
  encodeName,
  DATE_EXPIRES,
  isLocationType,
  valuesEqual,
  type Attribute,
  type AttributeInput,
  type Entity,
  type EntityLocation,
  type EntityUpdate,
} from '@smart-city/context';
import {
  DATASETS,
  double,
  FIRST_END,
  PLACES,
  storedAttribute,
  storedAttributes,
  storedLocation,
  storedMetadata,
  storedMetadataMap,
  storedEnd,
  storedPlaces,
  storedValue,
} from './entity-document';
import { attributeField } from './mongo-filter';
import { OWN_MEMBER, storedOwn, storedType } from './ngsi-ld-members';
import { compileOperator, isOperator } from './mongo-operators';

/** What is sent with find-and-modify: the condition under which the update is right, and the update. */
export interface NativeUpdate {
  /** Joined with the `_id` of the document. */
  readonly guard: Document;
  readonly update: Document;
}

/** A change to compile: `after` is what the entity would become were nobody else writing. */
export interface PlannedChange {
  readonly before: Entity;
  readonly after: Entity;
  readonly update: EntityUpdate;
  /** Attributes whose request value is an operator that the database is to apply. */
  readonly operators: ReadonlyMap<string, AttributeInput>;
}

/**
 * Compiles a change into MongoDB's own update operators, field by field, so that writers in other processes keep what
 * they wrote to other fields.
 *
 * The guard repeats what the update was computed from: an attribute that is added must still be absent (or its creation
 * date would be overwritten), one that is updated or removed must still be there (or half an attribute would appear),
 * and the location must still belong to the same attribute when the update sets, moves or drops it. When the guard no
 * longer holds nothing is written and the caller starts again from a fresh read.
 */
export function compileUpdate(change: PlannedChange): NativeUpdate {
  const parts = new UpdateParts();
  if (change.update.action === 'replace') replaceAttributes(parts, change);
  else for (const input of change.update.attrs) compileAttribute(parts, change, input);
  compileEntityFields(parts, change);
  return parts.finish();
}

/** Collects `$set`, `$unset` … and the guard. */
class UpdateParts {
  private readonly guard: Document = {};
  private readonly update: Record<string, Document> = {};

  expect(path: string, condition: unknown): void {
    this.guard[path] = condition;
  }

  set(path: string, value: unknown): void {
    this.merge({ $set: { [path]: value } });
  }

  unset(path: string): void {
    this.merge({ $unset: { [path]: 1 } });
  }

  /** `$addToSet` or `$pullAll` of several names at once. */
  addNames(path: string, names: readonly string[]): void {
    const present = this.update['$addToSet']?.[path] as { readonly $each: readonly string[] } | undefined;
    this.merge({ $addToSet: { [path]: { $each: [...(present?.$each ?? []), ...names] } } });
  }

  removeName(path: string, name: string): void {
    const present = this.update['$pullAll']?.[path] as readonly string[] | undefined;
    this.merge({ $pullAll: { [path]: [...(present ?? []), name] } });
  }

  merge(update: Document): void {
    for (const [operator, fields] of Object.entries(update)) {
      this.update[operator] = { ...this.update[operator], ...(fields as Document) };
    }
  }

  finish(): NativeUpdate {
    return { guard: this.guard, update: this.update };
  }
}

function replaceAttributes(parts: UpdateParts, { before, after }: PlannedChange): void {
  parts.set('attrs', storedAttributes(after.attrs));
  parts.set('attrNames', [...after.attrs.keys()]);
  if (hasInstances(before)) parts.unset(DATASETS);
}

const hasInstances = ({ attrs }: Entity): boolean =>
  [...attrs.values()].some(({ instances }) => instances !== undefined);

function compileAttribute(parts: UpdateParts, change: PlannedChange, input: AttributeInput): void {
  const path = attributeField(input.name);
  const before = change.before.attrs.get(input.name);
  const after = change.after.attrs.get(input.name);
  if (before === undefined && after === undefined) return;
  parts.expect(path, { $exists: before !== undefined });
  if (after === undefined) {
    parts.unset(path);
    parts.removeName('attrNames', input.name);
    if (before?.instances !== undefined) parts.unset(`${DATASETS}.${encodeName(input.name)}`);
  } else if (before === undefined) {
    parts.set(path, storedAttribute(after));
    parts.addNames('attrNames', [input.name]);
  } else if (before !== after) {
    compileModified(parts, change, input, { before, after });
  }
}

function compileModified(
  parts: UpdateParts,
  { update, operators }: PlannedChange,
  input: AttributeInput,
  { before, after }: { readonly before: Attribute; readonly after: Attribute },
): void {
  const path = attributeField(input.name);
  const operator = operators.get(input.name);
  if (operator?.value instanceof Map) parts.merge(compileOperator(`${path}.value`, operator.value));
  else if (!input.legacy?.keepsValue && input.onlyMetadata === undefined)
    parts.set(`${path}.value`, storedValue(after.value));
  // An operator computed here must not lose what another writer made of the value meanwhile. The date of the change would
  // not tell: two writers can have the same.
  const isComputed = !operator && isOperator(input.value);
  // What follows from the value is written again with metadata (`ignoreType`), the value is not.
  const isFollowed =
    input.onlyMetadata !== undefined && (isLocationType(before.type) || input.name === DATE_EXPIRES);
  if (isComputed || isFollowed) parts.expect(`${path}.value`, { $eq: storedValue(before.value) });
  // Without a type in the request the stored one stays, also one that another writer sets meanwhile.
  if (before.kind !== undefined || after.kind !== undefined) compileKind(parts, path, before, after);
  else if (input.type !== undefined || after.type !== before.type) parts.set(`${path}.type`, after.type);
  parts.set(`${path}.modDate`, double(after.modDate));
  const overrides = input.onlyMetadata === 'replace' || (update.overrideMetadata && input.type !== undefined);
  if (overrides) overrideMetadata(parts, path, after);
  else if (input.onlyMetadata === 'remove') removeMetadata(parts, path, input);
  else mergeMetadata(parts, path, input);
}

/** Checks the kind of an attribute that NGSI-LD wrote: its new kind follows from the one that was read. */
function compileKind(parts: UpdateParts, path: string, before: Attribute, after: Attribute): void {
  parts.expect(`${path}.type`, storedType(before));
  parts.set(`${path}.type`, storedType(after));
  parts.set(`${path}.${OWN_MEMBER}`, storedOwn(after));
}

function overrideMetadata(parts: UpdateParts, path: string, after: Attribute): void {
  parts.set(`${path}.mdNames`, [...after.metadata.keys()]);
  if (after.metadata.size === 0) parts.unset(`${path}.md`);
  else parts.set(`${path}.md`, storedMetadataMap(after.metadata));
}

function removeMetadata(parts: UpdateParts, path: string, input: AttributeInput): void {
  for (const name of input.metadata.keys()) {
    const stored = encodeName(name);
    parts.expect(`${path}.md.${stored}`, { $exists: true });
    parts.unset(`${path}.md.${stored}`);
    parts.removeName(`${path}.mdNames`, name);
    // Orion leaves some names as it stores keys.
    if (stored !== name) parts.removeName(`${path}.mdNames`, stored);
  }
}

function mergeMetadata(parts: UpdateParts, path: string, input: AttributeInput): void {
  if (input.metadata.size === 0) return;
  for (const [name, item] of input.metadata)
    parts.set(`${path}.md.${encodeName(name)}`, storedMetadata(item));
  parts.addNames(`${path}.mdNames`, [...input.metadata.keys()]);
}

function compileEntityFields(parts: UpdateParts, change: PlannedChange): void {
  const { after, update } = change;
  parts.set('modDate', double(after.modDate));
  if (update.correlator !== undefined) parts.set('lastCorrelator', update.correlator);
  if (writes(change, DATE_EXPIRES)) {
    if (after.expiresAtMs === undefined) parts.unset('expDate');
    else parts.set('expDate', new Date(after.expiresAtMs));
  }
  compileLocation(parts, change);
  compileFurther(parts, change);
}

/** Entries of indexes for attributes that NGSI-LD wrote: geometries beside the location, and the first end. */
function compileFurther(parts: UpdateParts, { before, after }: PlannedChange): void {
  if (!hasKinds(before)) return;
  const places = storedPlaces(after);
  if (places.length > 0) parts.set(PLACES, places);
  else if (storedPlaces(before).length > 0) parts.unset(PLACES);
  const end = storedEnd(after);
  if (end !== undefined) parts.set(FIRST_END, end);
  else if (storedEnd(before) !== undefined) parts.unset(FIRST_END);
}

const hasKinds = ({ attrs }: Entity): boolean => [...attrs.values()].some(({ kind }) => kind !== undefined);

/** The location goes with the value of its attribute, also when only the latter's metadata changes. */
function compileLocation(parts: UpdateParts, change: PlannedChange): void {
  const { before, after, update } = change;
  const replaces = update.action === 'replace';
  const belongsToWritten = after.location !== undefined && writes(change, after.location.attrName);
  if (!replaces && !belongsToWritten && isSameLocation(before.location, after.location)) return;
  if (!replaces) parts.expect('location.attrName', before.location?.attrName ?? { $exists: false });
  if (after.location) parts.set('location', storedLocation(after.location));
  else parts.unset('location');
}

/** Whether the update writes the attribute, or all attributes. */
const writes = ({ before, after, update }: PlannedChange, name: string): boolean =>
  update.action === 'replace' || before.attrs.get(name) !== after.attrs.get(name);

const isSameLocation = (a: EntityLocation | undefined, b: EntityLocation | undefined): boolean =>
  a === b ||
  (a !== undefined && b !== undefined && a.attrName === b.attrName && valuesEqual(a.coords, b.coords));
