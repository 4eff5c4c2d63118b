import { createSecretKey, hash, type KeyObject } from 'node:crypto';
import type {
  AccessTokenFormat,
  ApplicationRow,
  OpenIdStyle,
  SignatureAlgorithm,
  TokenKind,
} from '../../database/entities/application.row';
import type { Secrets } from './application-secrets.service';

/** An application as the OAuth endpoints use it: lists as sets, secrets ready to compare and to sign with. */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly image: string;
  /** SHA-256 of the secret; undefined when it has none. */
  readonly secretDigest: Buffer | undefined;
  /** Signs and verifies the application's JWTs; undefined when it has no JWT secret. */
  readonly jwtKey: KeyObject | undefined;
  readonly grantTypes: ReadonlySet<string>;
  readonly tokenTypes: ReadonlySet<string>;
  readonly scopes: ReadonlySet<string>;
  readonly redirectUris: readonly string[];
  /** Where users may be sent after signing out, the usual one first. */
  readonly signOutUris: readonly string[];
  readonly url: string | null;
  readonly defaultTokenKind: TokenKind;
  /** A client without secret (browser, mobile): PKCE is mandatory for it. */
  readonly isPublic: boolean;
  readonly openidStyle: OpenIdStyle;
  /** Undefined: as the settings say. */
  readonly idTokenAlg: SignatureAlgorithm | undefined;
  /** Undefined: user info is plain JSON. */
  readonly userinfoAlg: SignatureAlgorithm | undefined;
  readonly groupsOrganizations: boolean;
  readonly accessTokenFormat: AccessTokenFormat;
  /** Its name as a resource. */
  readonly audience: string | undefined;
  /** Where logout tokens go. */
  readonly backchannelLogoutUri: string | undefined;
}

const words = (list: string | null): string[] =>
  (list ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Compiles a stored application once, for many requests. */
export function compileClient(row: ApplicationRow, { secret, jwtSecret }: Secrets): Client {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    image: row.image,
    secretDigest: secret === '' ? undefined : hash('sha256', secret, 'buffer'),
    jwtKey: jwtSecret ? createSecretKey(Buffer.from(jwtSecret, 'utf8')) : undefined,
    grantTypes: new Set(words(row.grantType)),
    tokenTypes: new Set(words(row.tokenTypes)),
    scopes: new Set(words(row.scope)),
    redirectUris: words(row.redirectUri),
    signOutUris: words(row.redirectSignOutUri),
    url: row.url || null,
    defaultTokenKind: row.defaultTokenKind,
    isPublic: row.clientType === 'public',
    openidStyle: row.openidStyle,
    idTokenAlg: row.idTokenAlg ?? undefined,
    userinfoAlg: row.userinfoAlg ?? undefined,
    groupsOrganizations: row.groupsOrganizations,
    accessTokenFormat: row.accessTokenFormat,
    audience: row.audience ?? undefined,
    backchannelLogoutUri: row.backchannelLogoutUri ?? undefined,
  };
}
