import { NgsiError } from '@smart-city/context';

/** The answer to requests of a tenant whose database is damaged; the log has the file and the remedy. */
export class TenantSetAside extends NgsiError {
  constructor(options: { readonly cause?: unknown } = {}) {
    super(
      'ServiceUnavailable',
      'the database of this tenant is damaged, the log of the broker says what to do',
      options,
    );
  }
}

/** Passes over a tenant that is set aside, so that the others go on. @throws any other error */
export function unlessSetAside(error: unknown): undefined {
  if (!(error instanceof TenantSetAside)) throw error;
}
