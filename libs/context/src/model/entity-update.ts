import type { JsonValue } from '../json/json-value';
import type { Entity, EntityRef, MetadataMap } from './entity';
import type { UpdateFault } from '../faults';

/** `create` fails when the entity exists; the others are the batch action types of NGSIv2. */
export type ActionType = 'create' | 'append' | 'appendStrict' | 'update' | 'replace' | 'delete';

/** One attribute of a request: names, characters and special types already checked. */
export interface AttributeInput {
  readonly name: string;
  /** Absent: the stored type stays (PUT of a value only). Parsers fill in the default type everywhere else. */
  readonly type?: string;
  /**
   * The value in its stored form (a DateTime is seconds). A Map whose first key is an update operator (`$inc` …) is
   * applied to the stored value.
   */
  readonly value: JsonValue;
  /** Metadata the request names; others stay unless `overrideMetadata`. */
  readonly metadata: MetadataMap;
  /**
   * Only the metadata of an attribute that is there is written; value and type stay.
   * - `put`: the items of `metadata`, beside the others
   * - `replace`: they are all there is then
   * - `remove`: those of their names go; `NotFound` when there is none
   */
  readonly onlyMetadata?: 'put' | 'replace' | 'remove';
  /** Present on attributes of NGSIv1, whose values are texts whatever their type. */
  readonly legacy?: LegacyInput;
}

/** How an attribute of NGSIv1 differs from one of NGSIv2. Without a type, a new one has none. */
export interface LegacyInput {
  /** The request gave no value: a stored one stays, a new attribute has the empty text. */
  readonly keepsValue: boolean;
  /** `-ngsiv1Autocast`: a text becomes what the stored type says, or that of the request where nothing is stored. */
  readonly autocast: boolean;
}

/** One entity of an update request, ready for a store. */
export interface EntityUpdate {
  readonly action: ActionType;
  readonly ref: EntityRef;
  /** In request order. Empty with `delete` means the entity itself. */
  readonly attrs: readonly AttributeInput[];
  /** The attributes then have exactly the request's metadata. */
  readonly overrideMetadata?: boolean;
  /** Every attribute of the request counts as changed. */
  readonly forcedUpdate?: boolean;
  /** Root of `Fiware-Correlator`, stored as `lastCorrelator` when the document is written. */
  readonly correlator?: string;
  /** NGSIv1: without a type every entity of that id is updated. NGSIv2 answers TooManyResults instead. */
  readonly allMatching?: boolean;
  /** An `append` then never creates the entity: `POST /v2/entities/{id}/attrs`. */
  readonly onlyExisting?: boolean;
  /** A new entity without type gets this one (NGSIv2: `Thing`). */
  readonly defaultType?: string;
  /**
   * Asked of the entity as it is right before it is written (undefined: it is made); what does not hold is `failed` with
   * `PreconditionFailed`. An update that cannot find its entity is `entityMissing` all the same.
   */
  readonly precondition?: (before: Entity | undefined) => boolean;
}

/** Where writes go: one tenant, one service path. */
export interface WriteTenancy {
  /** Lower case; '' is the default tenant. */
  readonly tenant: string;
  /** One absolute path without wildcard. */
  readonly servicePath: string;
}

/** What one update did to one entity; all that notifying needs, with no second read. */
export interface EntityChange {
  readonly tenant: string;
  /** When it happened, in seconds since the epoch: the `modDate` of what it wrote. */
  readonly at: number;
  /** The entity, attribute or instance was over: nobody asked for the change. */
  readonly isExpiry?: true;
  /** Undefined for a creation. */
  readonly before: Entity | undefined;
  /** Undefined for the deletion of the whole entity. */
  readonly after: Entity | undefined;
  /** Attribute names of the request, in its order (refused ones left out). */
  readonly requested: readonly string[];
  /** Value or type changed, attribute added or removed, or `forcedUpdate`. */
  readonly changed: ReadonlySet<string>;
  /** Only the metadata differs. */
  readonly metadataChanged: ReadonlySet<string>;
  /** Correlator root that was stored before this update, for loop protection. */
  readonly previousCorrelator: string | undefined;
}

/**
 * Outcome of one {@link EntityUpdate}.
 * - `done`: written (or nothing to write); `refused` names attributes that were left out: already there with
 *   `appendStrict`, missing with `update` and `delete`.
 * - `refused`: nothing could be done, every attribute was refused; `entityType` is the type of the entity.
 * - `failed`: `error` says why (bad operator operand, second location, database trouble); nothing was written.
 */
export type UpdateResult =
  | { readonly kind: 'done'; readonly changes: readonly EntityChange[]; readonly refused: readonly string[] }
  | { readonly kind: 'refused'; readonly refused: readonly string[]; readonly entityType?: string }
  | { readonly kind: 'entityMissing' }
  | { readonly kind: 'alreadyExists' }
  | { readonly kind: 'tooManyResults' }
  | {
      readonly kind: 'failed';
      readonly error: UpdateFault;
      /** The attribute of an entity that exists which could not be written. */
      readonly attribute?: string;
    };
