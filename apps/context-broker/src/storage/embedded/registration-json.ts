import {
  isJsonObject,
  parseJson,
  renderExactJson,
  type JsonObject,
  type Provider,
  type Registration,
} from '@smart-city/context';
import { NGSIV1, NGSIV2 } from '@smart-city/ngsiv2';

/** As it is stored: versions before knew two protocols, and still find them. */
interface StoredRegistration extends Omit<Registration, 'provider' | 'stated'> {
  readonly provider: Omit<Provider, 'protocol'> & {
    readonly legacyForwarding: boolean;
    /** Absent for NGSIv2 and NGSIv1. */
    readonly protocol?: string;
  };
  /** JSON text. */
  readonly stated?: string;
}

/** Writes a registration as the JSON document of the embedded store. */
export function registrationToText({ provider, stated, ...rest }: Registration): string {
  const { protocol, ...others } = provider;
  const legacyForwarding = protocol === NGSIV1;
  const stored: StoredRegistration = {
    ...rest,
    provider: {
      ...others,
      legacyForwarding,
      ...(!legacyForwarding && protocol !== NGSIV2 && { protocol }),
    },
    ...(stated !== undefined && { stated: renderExactJson(stated) }),
  };
  return JSON.stringify(stored);
}

/** Reads what {@link registrationToText} of this version or one before has written. */
export function registrationOfText(text: string): Registration {
  const { provider, stated, ...rest } = JSON.parse(text) as StoredRegistration;
  const { legacyForwarding, protocol = legacyForwarding ? NGSIV1 : NGSIV2, ...others } = provider;
  return {
    ...rest,
    provider: { ...others, protocol },
    ...(stated !== undefined && { stated: objectOf(stated) }),
  };
}

function objectOf(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : new Map();
}
