import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@smart-city/context';
import type { LdContext } from '../context/ld-context';
import { attributeName, typeName } from '../entity/name-rules';
import { compileLdPattern } from '../query/ld-pattern';
import {
  listOfMember,
  memberFault,
  objectOfMember,
  textOfMember,
  uriOfMember,
} from '../subscription/member-values';

/** Members of an item of `information` that name attributes. The last is that of TS 104 175. */
export const NAME_MEMBERS = ['propertyNames', 'relationshipNames', 'attributeNames'] as const;

/** Entities that a source may hold. Without an id and a pattern: all of the types. */
export interface SourceEntities {
  /** Stored names; an entity has at least one of them. */
  readonly types: readonly string[];
  readonly id?: string;
  /** Regular expression with the meaning of a search. */
  readonly idPattern?: string;
}

/** One item of `information` (GS CIM 009 §5.2.10). */
export interface SourceInformation {
  /** Empty for all entities. */
  readonly entities: readonly SourceEntities[];
  /** Stored names of attributes; empty for all. */
  readonly names: readonly string[];
}

/**
 * Reads `information` (GS CIM 009 §5.2.10); names become stored names, its form stays.
 *
 * @throws BadRequestData
 */
export const readInformation = (value: JsonValue, member: string, names: LdContext): JsonValue =>
  listOfMember(value, member).map((item) => {
    const given = objectOfMember(item, 'an item of information');
    const kept = new Map<string, JsonValue>();
    const entities = given.get('entities');
    if (entities !== undefined)
      kept.set(
        'entities',
        listOfMember(entities, 'entities').map((one) => readEntityInfo(one, names)),
      );
    for (const list of NAME_MEMBERS) {
      const items = given.get(list);
      if (items !== undefined)
        kept.set(
          list,
          listOfMember(items, list).map((name) => attributeName(textOfMember(name, list), names)),
        );
    }
    if (kept.size === 0)
      throw memberFault(member, `an item of ${member} has entities, propertyNames or relationshipNames`);
    return kept;
  });

function readEntityInfo(value: JsonValue, names: LdContext): JsonObject {
  const entity = objectOfMember(value, 'an item of entities');
  const [id, idPattern, type] = [entity.get('id'), entity.get('idPattern'), entity.get('type')];
  if (id !== undefined && idPattern !== undefined)
    throw memberFault('entities', 'id and idPattern cannot stand together');
  const kept = new Map<string, JsonValue>();
  if (id !== undefined) kept.set('id', uriOfMember(id, 'id'));
  if (idPattern !== undefined) {
    const pattern = textOfMember(idPattern, 'idPattern');
    compileLdPattern(pattern, 'idPattern');
    kept.set('idPattern', pattern);
  }
  const readType = (name: JsonValue) => typeName(textOfMember(name, 'type'), names);
  return kept.set(
    'type',
    isJsonArray(type) ? listOfMember(type, 'type').map(readType) : readType(type ?? null),
  );
}

/** Returns the items of an `information` that was read. */
export const informationOf = (members: JsonObject): readonly SourceInformation[] =>
  objectsIn(members.get('information')).map((item) => ({
    entities: objectsIn(item.get('entities')).map(entitiesOf),
    names: NAME_MEMBERS.flatMap((list) => textsIn(item.get(list))),
  }));

function entitiesOf(entity: JsonObject): SourceEntities {
  const [id, idPattern] = [entity.get('id'), entity.get('idPattern')];
  return {
    types: textsIn(entity.get('type')),
    ...(typeof id === 'string' && { id }),
    ...(typeof idPattern === 'string' && { idPattern }),
  };
}

const objectsIn = (value: JsonValue | undefined): readonly JsonObject[] =>
  isJsonArray(value) ? value.filter(isJsonObject) : [];

/** Returns the texts of an array; a text alone is an array of one. */
export const textsIn = (value: JsonValue | undefined): readonly string[] =>
  (isJsonArray(value) ? value : [value]).filter((item) => typeof item === 'string');
