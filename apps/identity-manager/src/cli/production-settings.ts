import { OptionError } from '@smart-city/options';
import { RECOMMENDED_HASH_MEMORY_KIB } from './option-table';

/** @throws OptionError of the password of the documents in production mode, and of a key that can be guessed in any */
export function refuseDefaultsInProduction(
  production: boolean,
  adminPassword?: string,
  encryptionKey?: string,
): void {
  if (encryptionKey !== undefined && encryptionKey.length < 16)
    throw new OptionError(['IDM_ENCRYPTION_KEY must have at least 16 characters']);
  if (!production) return;
  if (adminPassword === '1234') throw new OptionError(['IDM_ADMIN_PASS must not be 1234 in production mode']);
}

/** @throws OptionError of hashes that need less memory than is recommended */
export function refuseWeakHashesInProduction(production: boolean, memoryKib: number): void {
  if (production && memoryKib < RECOMMENDED_HASH_MEMORY_KIB)
    throw new OptionError([
      `IDM_PASSWORD_HASH_MEMORY must be at least ${RECOMMENDED_HASH_MEMORY_KIB} in production mode`,
    ]);
}
