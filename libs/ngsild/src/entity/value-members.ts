import type { AttributeKind } from '@smart-city/context';

/** Member that holds the value of an attribute of each kind (GS CIM 009 §4.5.2 ff). */
export const VALUE_MEMBER: Readonly<Record<AttributeKind, string>> = {
  Property: 'value',
  GeoProperty: 'value',
  Relationship: 'object',
  LanguageProperty: 'languageMap',
  VocabProperty: 'vocab',
  JsonProperty: 'json',
  ListProperty: 'valueList',
  ListRelationship: 'objectList',
};

/** The kind that each value member stands for where an attribute does not name one. */
export const KIND_OF_MEMBER: ReadonlyMap<string, AttributeKind> = new Map([
  ['value', 'Property'],
  ['object', 'Relationship'],
  ['languageMap', 'LanguageProperty'],
  ['vocab', 'VocabProperty'],
  ['json', 'JsonProperty'],
  ['valueList', 'ListProperty'],
  ['objectList', 'ListRelationship'],
]);
