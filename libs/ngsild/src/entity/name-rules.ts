import type { LdContext } from '../context/ld-context';
import { badRequestData } from '../ngsild-fault';
import { expandedName } from '../query/ld-names';
import { isUri } from './uri';

/**
 * Members of entities and attributes that no attribute may be called (GS CIM 009 §4.5.1 ff, §4.6.2). Their terms of the core
 * context mean something else.
 */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'id',
  'type',
  'scope',
  'value',
  'object',
  'objectList',
  'objectType',
  'languageMap',
  'vocab',
  'json',
  'valueList',
  'valueType',
  'observedAt',
  'unitCode',
  'datasetId',
  'instanceId',
  'createdAt',
  'modifiedAt',
  'deletedAt',
  'expiresAt',
  'entity',
  'entityList',
  'previousValue',
  'previousObject',
  'previousObjectList',
  'previousLanguageMap',
  'previousVocab',
  'previousJson',
  'previousValueList',
]);

/**
 * Returns the stored name of an attribute that a request names.
 *
 * @throws BadRequestData  it is no name, or one that no attribute may have
 */
export function attributeName(name: string, context: LdContext): string {
  const stored = expandedName(name, 'attribute', (given) => context.expandName(given));
  if (RESERVED_NAMES.has(stored))
    throw badRequestData('Invalid attribute name', `${name} is a member of NGSI-LD, not an attribute`);
  return stored;
}

/**
 * Returns the stored name of an entity type that a request names.
 *
 * @throws BadRequestData  it is no name
 */
export const typeName = (name: string, context: LdContext): string =>
  expandedName(name, 'type', (given) => context.expandName(given));

/** @throws BadRequestData  the id is not a URI */
export function checkEntityId(id: string): void {
  if (!isUri(id)) throw badRequestData('Invalid entity id', `The id of an entity must be a URI: ${id}`);
}
