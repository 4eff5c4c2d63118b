export * from './ngsild-fault';
export { CORE_CONTEXT_URL, isCoreContextUrl } from './context/core-context';
export { CORE_CONTEXT, LdContext } from './context/ld-context';
export {
  contextDocument,
  contextOfDocument,
  contextWithCore,
  resolveContext,
  type ContextLoader,
} from './context/resolve-context';
export { iriOfStoredName, storedNameOfIri } from './context/stored-name';
export type { ContextPart } from './context/term-definitions';
export * from './query/index';
export * from './entity/index';
export * from './render/index';
export * from './write/index';
export * from './temporal/index';
export { ngsiLdFault } from './context-faults';
export * from './subscription/index';
export * from './registration/index';
