import type { Registration } from '@smart-city/context';
import type { PageRequest } from './page-request';

/** One page, of registrations whose providers speak one of these protocols when they are given: their face shows them. */
export interface RegistrationPageRequest extends PageRequest {
  readonly protocols?: readonly string[];
}

export interface RegistrationPage {
  readonly registrations: readonly Registration[];
  /** All that match, whatever the page. */
  readonly count: number;
  /** @see PageRequest.after */
  readonly next?: string;
}

/**
 * Keeps registrations, by tenant. Injected by the token {@link REGISTRATION_STORE}; every adapter passes
 * `contract/registration-store.contract.ts`.
 *
 * Failures: a method rejects with `NgsiError('InternalServerError', …)` when the database is away.
 */
export interface RegistrationStore {
  /** Durable when it resolves. */
  insert(tenant: string, registration: Registration): Promise<void>;

  /** @returns false when there is none of that id; nothing is written then */
  replace(tenant: string, registration: Registration): Promise<boolean>;

  /** @returns false when there is none of that id */
  delete(tenant: string, id: string): Promise<boolean>;

  find(tenant: string, id: string): Promise<Registration | undefined>;

  /** One page by id, of one service path when given (exactly that one). */
  page(tenant: string, page: RegistrationPageRequest): Promise<RegistrationPage>;

  /** Everything a tenant has, by id: what the cache of providers loads. An unknown tenant has none. */
  list(tenant: string): Promise<readonly Registration[]>;
}

export const REGISTRATION_STORE = 'context-broker.registration-store';
