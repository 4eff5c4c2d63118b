const CORE_CONTEXT_PATTERN =
  /^https?:\/\/uri\.etsi\.org\/ngsi-ld\/v1\/ngsi-ld-core-context(?:-v1\.[3-9](?:\.\d)?)?\.jsonld$/;

/** Address of the core context that answers name. */
export const CORE_CONTEXT_URL = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context-v1.9.jsonld';

/** True for every official address of the core context, v1.3 to v1.9. All of them mean the one that is built in. */
export const isCoreContextUrl = (url: string): boolean => CORE_CONTEXT_PATTERN.test(url);
