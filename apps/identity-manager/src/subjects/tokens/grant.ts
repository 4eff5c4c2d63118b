import type { Step } from '../../database/dialect';
import type { TokenKind } from '../../database/entities/application.row';
import type { Client } from '../applications/client';
import type { OpenIdGrant } from '../openid/openid-grants.service';
import type { TokenOwner } from './token-owner';

/** What a scope asks for, checked against what the application may have. */
export interface GrantedScope {
  readonly kind: TokenKind;
  /** The token never expires and has no refresh token. */
  readonly permanent: boolean;
  readonly openid: boolean;
  /** The words as asked, in order, each once; empty when none was asked. */
  readonly words: readonly string[];
}

/** A grant's answer to "whether and for whom"; the issuer decides what. */
export interface Grant {
  readonly client: Client;
  readonly owner: TokenOwner;
  readonly scope: GrantedScope;
  readonly grantType: string;
  /** Ties together what came from one authorization; absent when this token is all that comes of it. */
  readonly familyId?: string;
  readonly withRefreshToken: boolean;
  /** What the refresh token goes on standing for, when that is more than this token's scope. */
  readonly grantedWords?: readonly string[];
  /** When the user logged in, milliseconds. */
  readonly authTime: number;
  readonly nonce?: string | null;
  /** Facts of the grant, for tokens that say them. */
  readonly kept?: OpenIdGrant | undefined;
  /** Issuer of the tokens; by default the one outside of all paths. */
  readonly issuer?: () => string;
  /** Resources that the token is for (RFC 8707); none: its usual audience. */
  readonly resources?: readonly string[];
  /** Facts of the grant, written with the tokens. */
  readonly keeping?: Step | undefined;
  /** Uses up a code or refresh token; nothing is issued when it does not change exactly one row. */
  readonly claim?: Step;
}
