import { isKind, type NgsiLdMembers } from '@smart-city/context';
import type { StoredMap, StoredValue } from './entity-document';
import type { BsonDocument, BsonValue } from './ordered-bson';

/**
 * What NGSI-LD adds to an attribute or metadata item, in the documents of Orion-LD as far as they go: `type` is the kind. The
 * rest is in one member of our own, `ld`: the type that NGSIv2 shows, and what Orion-LD has no place for.
 */
export const OWN_MEMBER = 'ld';

interface Typed extends NgsiLdMembers {
  readonly type: string;
}

/** Whether an item has what only NGSI-LD writes. */
export const hasNgsiLd = ({ kind, text }: NgsiLdMembers): boolean => kind !== undefined || text !== undefined;

/** The member `type` of an item: its kind, or the type of NGSIv2 where it has none. */
export const storedType = ({ kind, type }: Typed): string => kind ?? type;

/** The member {@link OWN_MEMBER}; undefined for what NGSI-LD did not write. */
export function storedOwn(item: Typed): StoredMap | undefined {
  if (!hasNgsiLd(item)) return undefined;
  const { kind, type, text, datasetId, valueType, objectType, expiresAt } = item;
  const members: readonly (readonly [string, StoredValue | undefined])[] = [
    ['type', kind === undefined ? undefined : type],
    ['text', text],
    ['datasetId', datasetId],
    ['valueType', valueType],
    ['objectType', objectType],
    ['expiresAt', expiresAt],
  ];
  return new Map(members.filter((member): member is [string, StoredValue] => member[1] !== undefined));
}

/** Type and members of an item, of one that Orion-LD or NGSIv2 wrote its type alone. */
export function readTyped(stored: BsonDocument): Typed {
  const word = asText(stored.get('type')) ?? '';
  const own = stored.get(OWN_MEMBER);
  if (!(own instanceof Map)) return { type: word };
  const members = own as BsonDocument;
  const type = asText(members.get('type'));
  const [text, datasetId, valueType, expiresAt] = ['text', 'datasetId', 'valueType', 'expiresAt'].map(
    (name) => asText(members.get(name)),
  );
  const objectType = asTexts(members.get('objectType'));
  return {
    type: type ?? word,
    ...(type !== undefined && isKind(word) && { kind: word }),
    ...(text !== undefined && { text }),
    ...(datasetId !== undefined && { datasetId }),
    ...(valueType !== undefined && { valueType }),
    ...(objectType !== undefined && { objectType }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

const asText = (value: BsonValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

const asTexts = (value: BsonValue | undefined): string | readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : asText(value);
