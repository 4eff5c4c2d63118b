import type { JsonObject, JsonValue, StoredDocument } from '@smart-city/context';
import type { CustomBody } from './custom-body';

/** What every channel says, whatever its protocol. */
export interface ChannelBase {
  /** The name of the member of `notification`; custom ones end in `Custom`. */
  readonly kind: string;
  readonly url: string;
  /** `default` unless custom. */
  readonly body: CustomBody;
}

/**
 * The channel before a PATCH, with the fields that one without them leaves as they are, where the new channel has them too:
 * they stay while the channel is not custom, shown to nobody, and come back with the next custom one.
 */
export interface FormerChannel extends ChannelBase {
  readonly method?: string;
  readonly headers?: ReadonlyMap<string, string>;
  readonly qs?: ReadonlyMap<string, string>;
  readonly key?: string | null;
}

/** Members of an object; those without a value are left out of it. */
export type Members = readonly (readonly [name: string, value: JsonValue | undefined])[];

/**
 * How the channels of one protocol are written: in requests, in answers and in csubs documents.
 *
 * @typeParam C  the plain and the custom channel of the protocol
 */
export interface ChannelSyntax<C extends ChannelBase> {
  /** The plain one first. */
  readonly kinds: readonly [plain: C['kind'], custom?: C['kind']];
  /** The original has no such channel, and its texts do not name it. */
  readonly isAddition?: true;
  /** What addresses begin with: it tells the protocol of a stored channel. */
  readonly schemes: readonly string[];
  /** Members of its own in a csubs document; an update removes those it has no value for. */
  readonly documentMembers: readonly string[];

  /** @throws NgsiError BadRequest with the original's texts, checked in its order */
  parse(json: JsonObject, kind: C['kind']): C;

  /** What a PATCH leaves of the channel before. @param given  as {@link parse} read it */
  patch(before: FormerChannel, given: C): C;

  /** Members in the order they are shown in; passwords are not. */
  render(channel: C): Members;

  /** Members of the csubs document, `reference` and `custom` and those of the body excepted. */
  store(channel: C): Members;

  /** The reverse of {@link store}, with the members read by others. */
  read(document: StoredDocument, base: ChannelBase): C;
}

export const isCustomKind = (kind: string): boolean => kind.endsWith('Custom');

/** A dictionary as a member: none when it is empty. */
export const whenNotEmpty = (dictionary: ReadonlyMap<string, string>): JsonObject | undefined =>
  dictionary.size === 0 ? undefined : dictionary;

export const whenPositive = (value: number): number | undefined => (value > 0 ? value : undefined);
