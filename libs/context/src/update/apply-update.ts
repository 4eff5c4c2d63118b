import { ContextFault, isUpdateFault, versionDiffers, type UpdateFault } from '../faults';
import { renderString } from '../json/render-json';
import type { Attribute, Entity, EntityLocation } from '../model/entity';
import type {
  AttributeInput,
  EntityChange,
  EntityUpdate,
  UpdateResult,
  WriteTenancy,
} from '../model/entity-update';
import { isLocationType } from '../values/location';
import { encodeName } from '../values/name-encoding';
import type { OperatorTarget } from './apply-operator';
import { databaseName } from './database-name';
import { DATE_EXPIRES, expirationAfter } from './expiration';
import { legacyLocationAfter, locationAfter } from './location-rule';
import type { LocationRule } from './location-rule';
import type { OperatorFault } from './operators';
import { addedAttribute, mergeAttribute, newAttribute } from './merge-attribute';

/**
 * Applies one update to one entity, without I/O. The embedded store runs it inside its write; it is the model for
 * what MongoDB's native operators must come to.
 *
 * @param place  where the entity is; `database` names the tenant's database in fault texts
 * @param before  the entity that `update.ref` names, undefined when there is none
 * @param nowSeconds  seconds since the epoch
 */
export function applyUpdate(
  place: UpdatePlace,
  before: Entity | undefined,
  update: EntityUpdate,
  nowSeconds: number,
): UpdateResult {
  try {
    if (before === undefined) return applyToMissing(place, update, nowSeconds);
    checkPrecondition(update, before);
    if (update.action === 'create') return { kind: 'alreadyExists' };
    if (update.action === 'delete' && update.attrs.length === 0)
      return deleteEntity(place.tenant, before, nowSeconds);
    // Nothing to put in the place of what there is: all stays.
    if (update.action === 'replace' && update.attrs.length === 0)
      return { kind: 'done', changes: [], refused: [] };
    return new EntityWrite(place, before, update, nowSeconds).run();
  } catch (error) {
    if (isUpdateFault(error)) return { kind: 'failed', error };
    throw error;
  }
}

/** @throws ContextFault  `versionDiffers` */
function checkPrecondition({ precondition }: EntityUpdate, before: Entity | undefined): void {
  if (precondition !== undefined && !precondition(before)) throw versionDiffers();
}

export type UpdatePlace = WriteTenancy & { readonly database?: string };

function applyToMissing(
  { tenant, servicePath }: UpdatePlace,
  update: EntityUpdate,
  nowSeconds: number,
): UpdateResult {
  if (
    update.onlyExisting ||
    update.action === 'update' ||
    update.action === 'replace' ||
    update.action === 'delete'
  )
    return { kind: 'entityMissing' };
  checkPrecondition(update, undefined);
  const written = writeNew(update.attrs, 'create', nowSeconds);
  const after: Entity = {
    id: update.ref.id,
    type: update.ref.type ?? update.defaultType ?? '',
    servicePath,
    ...written,
    creDate: nowSeconds,
    modDate: nowSeconds,
    ...(update.correlator === undefined ? {} : { lastCorrelator: update.correlator }),
  };
  const change: EntityChange = {
    tenant,
    at: nowSeconds,
    before: undefined,
    after,
    requested: update.attrs.map(({ name }) => name),
    changed: new Set(written.attrs.keys()),
    metadataChanged: new Set(),
    previousCorrelator: undefined,
  };
  return { kind: 'done', changes: [change], refused: [] };
}

function deleteEntity(tenant: string, before: Entity, nowSeconds: number): UpdateResult {
  const change: EntityChange = {
    tenant,
    at: nowSeconds,
    before,
    after: undefined,
    requested: [],
    changed: new Set(before.attrs.keys()),
    metadataChanged: new Set(),
    previousCorrelator: before.lastCorrelator,
  };
  return { kind: 'done', changes: [change], refused: [] };
}

interface WrittenAttributes {
  readonly attrs: ReadonlyMap<string, Attribute>;
  readonly location?: EntityLocation;
  readonly expiresAtMs?: number;
}

/** All attributes of a creation or a replacement, with what they say of location and end. */
function writeNew(
  inputs: readonly AttributeInput[],
  rule: 'create' | 'append',
  nowSeconds: number,
): WrittenAttributes {
  const attrs = new Map<string, Attribute>();
  let location: EntityLocation | undefined;
  let expiresAtMs: number | undefined;
  for (const input of inputs) {
    const attribute = newAttribute(input, nowSeconds);
    if (attribute === undefined) continue;
    attrs.set(input.name, attribute);
    location = (input.legacy ? legacyLocationAfter : locationAfter)(location, input.name, attribute, rule);
    if (input.name === DATE_EXPIRES) expiresAtMs = expirationAfter(expiresAtMs, attribute);
  }
  return {
    attrs,
    ...(location === undefined ? {} : { location }),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
  };
}

const NO_NAMES: ReadonlySet<string> = new Set();
const NONE: readonly string[] = [];

/** One update of an existing entity in the making. */
class EntityWrite {
  private readonly attrs: Map<string, Attribute>;
  private location: EntityLocation | undefined;
  private expiresAtMs: number | undefined;
  private readonly requested: string[] = [];
  private readonly changed = new Set<string>();
  /** Made when there are any: most updates have none. */
  private metadataChanged: Set<string> | undefined;
  private refused: string[] | undefined;

  constructor(
    private readonly place: UpdatePlace,
    private readonly before: Entity,
    private readonly update: EntityUpdate,
    private readonly nowSeconds: number,
  ) {
    this.attrs = new Map(before.attrs);
    this.location = before.location;
    this.expiresAtMs = before.expiresAtMs;
  }

  run(): UpdateResult {
    if (this.update.action === 'replace') return this.done(this.replaced());
    for (const input of this.update.attrs) {
      const fault = this.writeOrFail(input);
      if (fault) return { kind: 'failed', error: fault, attribute: input.name };
    }
    if (this.refused !== undefined && this.requested.length === 0)
      return { kind: 'refused', refused: this.refused, entityType: this.before.type };
    return this.done({ attrs: this.attrs, location: this.location, expiresAtMs: this.expiresAtMs });
  }

  /** Everything the payload names is new, and what it leaves out is gone: all of it counts as changed. */
  private replaced(): WrittenAttributes {
    const written = writeNew(this.update.attrs, 'append', this.nowSeconds);
    for (const { name } of this.update.attrs) this.requested.push(name);
    for (const name of [...this.before.attrs.keys(), ...written.attrs.keys()]) this.changed.add(name);
    return written;
  }

  private writeOrFail(input: AttributeInput): UpdateFault | undefined {
    try {
      this.write(input);
      return undefined;
    } catch (error) {
      if (isUpdateFault(error)) return error;
      throw error;
    }
  }

  private write(input: AttributeInput): void {
    const { action } = this.update;
    const stored = this.attrs.get(input.name);
    const isRefused =
      stored === undefined ? action === 'update' || action === 'delete' : action === 'appendStrict';
    if (isRefused) {
      (this.refused ??= []).push(input.name);
      return;
    }
    this.requested.push(input.name);
    if (action === 'delete') this.remove(input);
    else if (stored === undefined) this.add(input);
    else this.merge(stored, input);
  }

  private remove({ name, type, legacy }: AttributeInput): void {
    if (legacy && type !== undefined && isLocationType(type)) throw new ContextFault('locationDeleted', {});
    this.attrs.delete(name);
    this.changed.add(name);
    if (this.location?.attrName === name) this.location = undefined;
    if (name === DATE_EXPIRES) this.expiresAtMs = undefined;
  }

  private add(input: AttributeInput): void {
    const attribute = addedAttribute(input, this.nowSeconds, () => this.target(input));
    if ('fault' in attribute) throw this.operatorError(input, attribute);
    this.changed.add(input.name);
    this.put(input, attribute, 'append');
  }

  private merge(stored: Attribute, input: AttributeInput): void {
    const merged = mergeAttribute(stored, input, {
      overrideMetadata: this.update.overrideMetadata === true,
      forcedUpdate: this.update.forcedUpdate === true,
      nowSeconds: this.nowSeconds,
      target: () => this.target(input),
    });
    if ('fault' in merged) throw this.operatorError(input, merged);
    if (merged.changed) this.changed.add(input.name);
    if (merged.metadataChanged) (this.metadataChanged ??= new Set()).add(input.name);
    this.put(input, merged.attribute, this.update.action === 'update' ? 'update' : 'appendExisting');
  }

  private put({ name, legacy }: AttributeInput, attribute: Attribute, rule: LocationRule): void {
    this.attrs.set(name, attribute);
    this.location = (legacy ? legacyLocationAfter : locationAfter)(this.location, name, attribute, rule);
    if (name === DATE_EXPIRES) this.expiresAtMs = expirationAfter(this.expiresAtMs, attribute);
  }

  private target({ name }: AttributeInput): OperatorTarget {
    const { id, type, servicePath } = this.before;
    return {
      field: `attrs.${encodeName(name)}.value`,
      documentId: `{ id: ${renderString(id)}, type: ${renderString(type)}, servicePath: ${renderString(servicePath)} }`,
    };
  }

  private operatorError(input: AttributeInput, { fault: text, tooLarge }: OperatorFault): ContextFault {
    if (tooLarge) return new ContextFault('numberTooLarge', { attribute: input.name });
    const { id, type, servicePath } = this.before;
    const query = `{ "_id.id" : ${renderString(id)}, "_id.type" : ${renderString(type)}, "_id.servicePath" : ${renderString(servicePath)} }`;
    return new ContextFault('operatorRefused', {
      collection: `${this.place.database ?? databaseName(this.place.tenant)}.entities`,
      document: `<${query},{ "attrs.${encodeName(input.name)}.value" }>`,
      text,
    });
  }

  private done(written: WrittenAttributes): UpdateResult {
    const isWritten = this.changed.size > 0 || this.metadataChanged !== undefined;
    const change: EntityChange = {
      tenant: this.place.tenant,
      at: this.nowSeconds,
      before: this.before,
      after: isWritten ? this.entityWith(written) : this.before,
      requested: this.requested,
      changed: this.changed,
      metadataChanged: this.metadataChanged ?? NO_NAMES,
      previousCorrelator: this.before.lastCorrelator,
    };
    return { kind: 'done', changes: [change], refused: this.refused ?? NONE };
  }

  private entityWith({ attrs, location, expiresAtMs }: WrittenAttributes): Entity {
    const { id, type, furtherTypes, servicePath, scopes, creDate } = this.before;
    const correlator = this.update.correlator ?? this.before.lastCorrelator;
    return {
      id,
      type,
      ...(furtherTypes === undefined ? {} : { furtherTypes }),
      servicePath,
      ...(scopes === undefined ? {} : { scopes }),
      attrs,
      creDate,
      modDate: this.nowSeconds,
      ...(correlator === undefined ? {} : { lastCorrelator: correlator }),
      ...(location === undefined ? {} : { location }),
      ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    };
  }
}
