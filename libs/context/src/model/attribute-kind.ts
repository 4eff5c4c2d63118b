/** The types of attributes of NGSI-LD (GS CIM 009, 4.5). */
export const ATTRIBUTE_KINDS = [
  'Property',
  'Relationship',
  'GeoProperty',
  'LanguageProperty',
  'VocabProperty',
  'JsonProperty',
  'ListProperty',
  'ListRelationship',
] as const;

export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];

export const isKind = (word: string): word is AttributeKind =>
  (ATTRIBUTE_KINDS as readonly string[]).includes(word);
