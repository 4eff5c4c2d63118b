export type * from './attribute-input';
export { readDateTime } from './date-time';
export { looksLikeGeometry, geometryFault } from './geometry';
export { attributeName, checkEntityId, typeName } from './name-rules';
export { NGSILD_NULL, nullInside } from './ngsild-null';
export {
  checkBody,
  parseAttributeFragment,
  parseEntityFragment,
  parseNewEntity,
  type EntityReading,
} from './parse-entity';
export { readScopes } from './scope';
export { isUri } from './uri';
export { KIND_OF_MEMBER, VALUE_MEMBER } from './value-members';
