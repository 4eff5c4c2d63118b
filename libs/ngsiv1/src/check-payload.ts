import { compilePattern, NgsiError } from '@smart-city/context';
import { checkCharacters, checkMaxLength, type IdentifierKind } from '@smart-city/ngsiv2';
import { namesPattern, type ContextAttribute, type ContextElement } from './context-element';
import { checkingFault } from './status-code';

/** What `isPattern` may say; '' is not said. */
const IS_PATTERN: readonly string[] = ['true', '1', 'false', '0', ''];

/** @throws Ngsiv1Fault 400  no id, an `isPattern` that is neither, a pattern that is none */
export function checkIdentity(entity: Omit<ContextElement, 'attributes'>): void {
  if (entity.id === '') throw checkingFault('empty entityId:id');
  if (!IS_PATTERN.includes(entity.isPattern))
    throw checkingFault(`invalid isPattern value for entity: /${entity.isPattern}/`);
  if (namesPattern(entity)) checkPattern(entity.id);
}

function checkPattern(source: string): void {
  try {
    if (!source.includes('\0')) {
      compilePattern(source);
      return;
    }
  } catch (error) {
    if (!(error instanceof NgsiError)) throw error;
  }
  throw checkingFault('invalid regex for entity id pattern');
}

/**
 * Names and types of attributes and metadata. Those of entities have no limit.
 *
 * @param isStrict  `-strictNgsiv1Ids`: the characters of NGSIv2's identifiers only
 * @throws Ngsiv1Fault 400  a name that is missing or too long, a type that is too long, metadata with an empty value
 */
export function checkAttributes(attributes: readonly ContextAttribute[], isStrict: boolean): void {
  for (const { name, type, metadatas } of attributes) {
    if (name === '') throw checkingFault('missing attribute name');
    checkName(name, 'attribute name', isStrict);
    checkName(type, 'attribute type', isStrict);
    for (const item of metadatas) {
      if (item.name === '') throw checkingFault('missing metadata name');
      checkName(item.name, 'metadata name', isStrict);
      checkName(item.type, 'metadata type', isStrict);
      if (item.value === '') throw checkingFault('missing metadata value');
    }
  }
}

function checkName(text: string, kind: IdentifierKind, isStrict: boolean): void {
  try {
    checkMaxLength(text, kind);
    if (isStrict) checkCharacters(text, kind);
  } catch (error) {
    if (error instanceof NgsiError) throw checkingFault(error.message);
    throw error;
  }
}
