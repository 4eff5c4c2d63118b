/** Name of NGSIv2 as the language of a condition, the form of a notification and the protocol of a provider. */
export const NGSIV2 = 'ngsiv2';

/** Name of NGSIv1 as the protocol of a provider (`legacyForwarding`). */
export const NGSIV1 = 'ngsiv1';

/** Protocols of the providers that registrations of NGSIv2 may name. */
export const PROVIDER_PROTOCOLS: readonly string[] = [NGSIV2, NGSIV1];
