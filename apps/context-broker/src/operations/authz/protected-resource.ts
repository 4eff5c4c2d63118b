/** Path of the metadata of this broker as a resource (RFC 9728 section 3). */
export const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource';

/**
 * Address of that metadata.
 *
 * @param audience  the broker as a resource, without path; undefined: there is no metadata
 */
export const metadataOf = (audience: string | undefined): string | undefined =>
  audience === undefined ? undefined : new URL(PROTECTED_RESOURCE, audience).href;
