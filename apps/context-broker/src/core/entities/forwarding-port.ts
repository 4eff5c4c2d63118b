import type { AttributeInput, Entity, EntityRef, EntitySelector } from '@smart-city/context';
import type { EntityPage } from '../../storage/entity-store';
import type { ReadContext, WriteContext } from '../../context/request-context';

/** The part of a query that providers can answer: filters (`q`, geo …) are not passed on. */
export interface ForwardedQuery {
  /** Any of these; an empty list selects everything. */
  readonly selectors: readonly EntitySelector[];
  /** Names asked for; empty: all. */
  readonly attrs: readonly string[];
  /** The one attribute that `attrs` names is read by its path: a registration is then asked for all that it names. */
  readonly isOneAttribute?: boolean;
  readonly limit: number;
  readonly offset: number;
  /**
   * What the client may see of a provider's entity, whose service path is that of the registration; undefined for nothing.
   * Without it, all of it.
   */
  readonly seenOf?: (entity: Entity) => Entity | undefined;
}

/** Attributes of an update that the store does not have: refused ones of an entity, or all of a missing entity. */
export interface ForwardItem {
  /** With the type of the entity that is here, when the request gave none. */
  readonly ref: EntityRef;
  readonly attrs: readonly AttributeInput[];
}

/** How a request to a provider failed as a whole. */
export type ForwardFault = 'unreachable' | 'unexpectedStatus' | 'emptyAnswer' | 'unreadableAnswer';

/** What became of one forwarded attribute. */
export type AttributeFate =
  /** @property type  the type of its entity where a provider of NGSIv1 tells it */
  | { readonly kind: 'updated'; readonly type?: string }
  /** Nobody has it. */
  | { readonly kind: 'missing' }
  /** Its provider was not asked: others had used up `-cprForwardLimit`. */
  | { readonly kind: 'unasked' }
  /** A provider of NGSIv1 refused it, in its own words. */
  | { readonly kind: 'refused'; readonly type?: string; readonly code: string; readonly details: string }
  | { readonly kind: 'failed'; readonly fault: ForwardFault };

export interface ForwardedAttribute {
  readonly name: string;
  readonly fate: AttributeFate;
  /** The place of its provider among those that were asked; -1 when nobody was. */
  readonly provider: number;
}

export interface ForwardedItem {
  /** Some registration covers one of the attributes; if none does, the local answer stands. */
  readonly matched: boolean;
  /** In the order of the item. */
  readonly attributes: readonly ForwardedAttribute[];
  /** Names a provider took. */
  readonly updated: readonly string[];
  /** Names nobody took: no provider, or one that refused or failed. In the order the error text lists them. */
  readonly failed: readonly string[];
}

/** Asks providers on behalf of the two doors. Implemented in `registrations/forwarding`. */
export interface Forwarding {
  /**
   * Whether anything may have to be forwarded. False for a tenant known to have no registrations: then no other method
   * needs a call, and forwarding costs nothing. True while the tenant's registrations are not loaded yet.
   */
  readonly mayForward: (tenant: string) => boolean;

  /**
   * The same for queries: false too where no provider may be asked at all. An update is still told then that some
   * provider would have it.
   */
  readonly mayForwardQuery: (tenant: string) => boolean;

  /**
   * Loads the registrations of a tenant that are not loaded yet: for those to whom it matters that {@link mayForwardQuery} is not true for
   * want of knowledge.
   *
   * @returns undefined when they are loaded, or are not kept
   */
  readonly learn: (tenant: string) => Promise<unknown> | undefined;

  /**
   * Adds what providers know to a page of local results; local data wins. Providers that fail count as empty. The count
   * of the page, when there is one, grows by the providers' counts: where not all may be seen, by what is seen of theirs.
   */
  forwardQuery(context: ReadContext, query: ForwardedQuery, local: EntityPage): Promise<EntityPage>;

  /** Sends attributes that were not found locally to their providers. One result per item, in order. Never rejects for a provider's fault. */
  forwardUpdates(context: WriteContext, items: readonly ForwardItem[]): Promise<readonly ForwardedItem[]>;
}

export const FORWARDING = 'context-broker.forwarding';

/** What an update with forwarded parts came to, entity by entity. */
export interface ForwardedOutcome {
  readonly ref: EntityRef;
  /** Something was updated, here or at a provider. */
  readonly updatedSome: boolean;
  /** Attributes that nobody took. */
  readonly failed: readonly string[];
  /** What became of each attribute that was not here. */
  readonly attributes: readonly ForwardedAttribute[];
}
