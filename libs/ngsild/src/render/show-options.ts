import type { LdContext } from '../context/ld-context';
import type { Projection } from '../query/projection';
import type { StoredInstance } from '../write/instances';
import type { LanguageRange } from './language-ranges';
import type { OlderKinds } from './older-versions';

export type Format = 'normalized' | 'concise' | 'simplified';

/** Members and instances of an entity that an answer shows. Names are stored names. */
export interface ShownMembers {
  /** Members that are shown; absent: all. `id`, `type` and `scope` count as members. */
  readonly pick?: Projection;
  /** Members that are left out. */
  readonly omit?: Projection;
  /** Attributes that are shown; id and type always are. */
  readonly attrs?: ReadonlySet<string>;
  /** Instances that are shown, by `datasetId`; `@none` is the default instance. */
  readonly datasetIds?: ReadonlySet<string>;
}

/** How entities are shown (GS CIM 009 §4.5, 6.3.7). */
export interface ShowOptions extends ShownMembers {
  readonly context: LdContext;
  readonly format: Format;
  /** `createdAt`, `modifiedAt` and `expiresAt` are shown. */
  readonly sysAttrs?: boolean;
  /** Languages of which each LanguageProperty shows one, the most wanted first. */
  readonly lang?: readonly LanguageRange[];
  /** Kinds of attributes for readers of an older version. */
  readonly olderKinds?: OlderKinds;
  /** JSON text of the `@context` that stands in each entity; absent: none does. */
  readonly contextText?: string;
  /**
   * Returns the JSON text of the entity that a Relationship leads to; undefined: the URI alone is shown.
   *
   * @param attribute  stored name of the Relationship
   */
  readonly linkedEntity?: (uri: string, attribute: string) => string | undefined;
  /**
   * Returns what an instance of an attribute was before a change; its value is shown beside the new one (GS CIM 009 §5.2.14).
   *
   * @param attribute  stored name
   */
  readonly previous?: (attribute: string, datasetId: string | undefined) => StoredInstance | undefined;
  /** Returns whether an instance of an attribute was deleted by a change; `deletedAt` says when (GS CIM 009 §5.2.14). */
  readonly isGone?: (attribute: string, datasetId: string | undefined) => boolean;
  /** Milliseconds since the epoch: what ended before it is not shown. */
  readonly nowMs: number;
}
