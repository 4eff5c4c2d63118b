import type { Step } from '../../database/dialect';
import type { Client } from '../applications/client';
import type { GrantedScope } from './scope';
import type { TokenOwner } from './token-owner';

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
  /** Uses up a code or refresh token; nothing is issued when it does not change exactly one row. */
  readonly claim?: Step;
}
