export { DISCOVERY_PARAMETERS, readDiscovery, type DiscoveryQuery } from './discovery-query';
export {
  patchRegistration,
  readNewRegistration,
  registrationEndMs,
  registrationIdOf,
  type LdRegistration,
} from './ld-registration';
export { compileDiscovery } from './match-registration';
export { checkClaims, claimedEntities, claimsEntities, compileConflict } from './registration-conflict';
export { renderLdRegistration, type ShownRegistration } from './show-registration';
