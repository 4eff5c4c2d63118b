import type { ContextAttribute, ContextElement, ContextMetadata } from './context-element';
import { isEmptyCompound, readCompound } from './compound-value';
import { readNodes, readText, textMember, type PayloadNode } from './payload-reader';

/** Id, type and `isPattern` of an entity, unchecked. */
export const readIdentity = (from: PayloadNode): Omit<ContextElement, 'attributes'> => ({
  type: textMember(from, 'type'),
  isPattern: textMember(from, 'isPattern'),
  id: textMember(from, 'id'),
});

/** `attributes` of an element or of a convenience request, unchecked. @throws Ngsiv1Fault 400 */
export const readAttributes = (from: PayloadNode): readonly ContextAttribute[] =>
  readNodes(from, 'attributes', ['name', 'type', 'value', 'metadatas']).map(readAttribute);

function readAttribute(from: PayloadNode): ContextAttribute {
  const value = from.members.get('value');
  return {
    name: textMember(from, 'name'),
    type: textMember(from, 'type'),
    ...(value !== undefined && { value: isEmptyCompound(value) ? '' : readCompound(value) }),
    metadatas: readNodes(from, 'metadatas', ['name', 'type', 'value']).map(readMetadata),
  };
}

function readMetadata(from: PayloadNode): ContextMetadata {
  const value = readText(from, 'value');
  return {
    name: textMember(from, 'name'),
    type: textMember(from, 'type'),
    ...(value !== undefined && { value }),
  };
}
