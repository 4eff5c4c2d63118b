import type { JsonValue } from '../json/json-value';
import type { Entity } from '../model/entity';
import type { QueryTarget } from './simple-query';

/** The value that the left side names, before its inner path; undefined when the entity has none. */
export function readTarget(entity: Entity, target: QueryTarget): JsonValue | undefined {
  switch (target.kind) {
    case 'attribute':
      return entity.attrs.get(target.name)?.value;
    case 'metadata':
      return entity.attrs.get(target.attribute)?.metadata.get(target.name)?.value;
    case 'attributeBuiltin': {
      const attribute = entity.attrs.get(target.attribute);
      return target.name === 'dateCreated' ? attribute?.creDate : attribute?.modDate;
    }
    case 'entityBuiltin':
      return readBuiltin(entity, target.name);
  }
}

function readBuiltin(entity: Entity, name: 'dateCreated' | 'dateModified' | 'servicePath'): JsonValue {
  switch (name) {
    case 'dateCreated':
      return entity.creDate;
    case 'dateModified':
      return entity.modDate;
    case 'servicePath':
      return entity.servicePath;
  }
}
