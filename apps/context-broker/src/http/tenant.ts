import { TenancyFault } from './tenancy-fault';

const MAX_LENGTH = 50;

/**
 * Reads `Fiware-Service`: lower-cased, checked; the empty string is the default tenant.
 *
 * @throws NgsiError  400
 */
export function parseTenant(header: string | undefined): string {
  if (header === undefined || header === '') return '';
  if (header.length > MAX_LENGTH)
    throw new TenancyFault(`bad length - a tenant name can be max ${MAX_LENGTH} characters long`);
  if (!/^[A-Za-z0-9_]+$/.test(header)) {
    throw new TenancyFault(
      'bad character in tenant name - only underscore and alphanumeric characters are allowed',
    );
  }
  return header.toLowerCase();
}
