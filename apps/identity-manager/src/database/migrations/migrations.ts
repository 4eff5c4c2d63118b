import { InitialTables1 } from './1-initial-tables';
import { InternalRoles2 } from './2-internal-roles';
import { WebInterface3 } from './3-web-interface';
import { ApiTokenPasswordTime4 } from './4-api-token-password-time';
import { KeyrockRows5 } from './5-keyrock-rows';
import { ListOrders6 } from './6-list-orders';
import { SignInAndZone7 } from './7-sign-in-and-zone';
import { EntityPermissions8 } from './8-entity-permissions';
import { SessionBrowsers9 } from './9-session-browsers';
import { LoginNames10 } from './10-login-names';
import { InternalDescriptions11 } from './11-internal-descriptions';
import { OpenId12 } from './12-openid';
import { GrantIssuers13 } from './13-grant-issuers';
import { SessionNames14 } from './14-session-names';

/** In the order they run. A migration is never edited once merged. */
export const migrations = [
  InitialTables1,
  InternalRoles2,
  WebInterface3,
  ApiTokenPasswordTime4,
  KeyrockRows5,
  ListOrders6,
  SignInAndZone7,
  EntityPermissions8,
  SessionBrowsers9,
  LoginNames10,
  InternalDescriptions11,
  OpenId12,
  GrantIssuers13,
  SessionNames14,
] as const;
