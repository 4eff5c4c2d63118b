import type { Client } from '../../../subjects/applications/client';
import type { ClaimsRequest } from '../../../database/entities/openid.row';
import type { GrantedScope } from '../../../subjects/tokens/grant';

/** What an authorization response is made of, in a fixed order. */
export type ResponseType = 'code' | 'id_token' | 'token';

/** How the answer gets to the client; `form_post` is OAuth 2.0 Form Post Response Mode. */
export type ResponseMode = 'query' | 'fragment' | 'form_post';

/** The request once client and redirect address are known: from here on errors may go to that address. */
export interface AddressedRequest {
  readonly client: Client;
  readonly redirectUri: string;
  readonly redirectUriWasSent: boolean;
  /** Echoed as it came. */
  readonly state: string | undefined;
  readonly mode: ResponseMode;
  /** How an error gets to the client. */
  readonly errorMode: ResponseMode;
  readonly issuer: string;
}

/** What goes back to the client. */
export interface AuthorizeAnswer {
  readonly to: AddressedRequest;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** A request that passed every check. */
export interface AuthorizeRequest extends AddressedRequest {
  readonly responseTypes: readonly ResponseType[];
  readonly scope: GrantedScope;
  /** The words of the scope as they were asked. */
  readonly askedScope: readonly string[];
  readonly nonce: string | null;
  readonly codeChallenge: string | null;
  readonly prompts: readonly string[];
  readonly maxAgeSeconds: number | undefined;
  readonly claims: ClaimsRequest;
  /** User who must be signed in: the subject of the id token that came along. */
  readonly expectedUserId: string | undefined;
  readonly resources: readonly string[];
}
