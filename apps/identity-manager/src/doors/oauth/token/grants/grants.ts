import type { Provider, Type } from '@nestjs/common';
import type { GrantHandler } from '../grant-handler';
import { AuthorizationCodeGrant } from './authorization-code.grant';
import { ClientCredentialsGrant } from './client-credentials.grant';
import { PasswordGrant } from './password.grant';
import { RefreshTokenGrant } from './refresh-token.grant';
import { ResourceOwners } from './resource-owners';

/** The grants for which the token endpoint gives tokens. A new one is its file and a line here. */
export const GRANT_HANDLERS: readonly Type<GrantHandler>[] = [
  AuthorizationCodeGrant,
  PasswordGrant,
  RefreshTokenGrant,
  ClientCredentialsGrant,
];

/** Injection token of all of them. */
export const GRANTS = 'oauth.grants';

/** What the module provides of them. */
export const grantProviders: readonly Provider[] = [
  ResourceOwners,
  ...GRANT_HANDLERS,
  { provide: GRANTS, useFactory: (...handlers: GrantHandler[]) => handlers, inject: [...GRANT_HANDLERS] },
];
