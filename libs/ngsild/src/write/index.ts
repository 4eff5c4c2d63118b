export type { ChangeRule } from './change-instance';
export type { LdWrite } from './entity-draft';
export { attributeOf, instanceOf, instancesOf, type StoredAttribute, type StoredInstance } from './instances';
export { inputOfSimplified, parseSimplifiedFragment, type SimplifiedInput } from './simplified-input';
export {
  attributeMissing,
  deleteAttribute,
  partialUpdate,
  replaceAttribute,
  type DeletedInstances,
} from './write-attribute';
export { appendAttributes, createEntity, mergeEntity, replaceEntity, updateAttributes } from './write-entity';
