import { spawnSync } from 'node:child_process';

/**
 * Writes a certificate for `localhost` that nobody trusts, valid for a day, and its key: PEM files at the paths given.
 *
 * @returns whether they were written; false where openssl is missing.
 */
export const writeSelfSignedCertificate = (key: string, certificate: string): boolean =>
  spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', '1', '-subj', '/CN=localhost', '-keyout', key, '-out', certificate],
  ]).status === 0;
