import { Entity } from 'typeorm';
import { JsonColumn, KeyColumn, NumberColumn, OptionalTextColumn, TextColumn } from '../columns';
import { Ends } from '../ends';

/** Request for one claim (OpenID Connect Core section 5.5.1): values that are fine, undefined for any. */
export interface ClaimWish {
  readonly essential?: true;
  readonly values?: readonly unknown[];
}

/** Claims by name that are asked for beside those of the scope. */
export type ClaimWishes = Readonly<Record<string, ClaimWish>>;

/** The `claims` parameter of an authorization request, with the claims that are known here. */
export interface ClaimsRequest {
  readonly userinfo: ClaimWishes;
  readonly id_token: ClaimWishes;
}

/**
 * What is known of an authorization beside its tokens: the session it was given in, how the user signed in, and what was asked. Every code,
 * access token and refresh token of it has its family id.
 */
@Entity({ name: 'openid_grants' })
@Ends<OpenIdGrantRow>({
  deletedWith: ['user', 'application'],
  opens: null,
  endsWithConsent: true,
  end: 'deleted',
})
export class OpenIdGrantRow {
  @KeyColumn('family_id') familyId!: string;
  @TextColumn('application_id') applicationId!: string;
  @TextColumn('user_id') userId!: string;
  /** Null in rows of older releases, and where none was named. */
  @OptionalTextColumn('issuer') issuer!: string | null;
  /** Null: it was given in no session, or in one of an older release. */
  @OptionalTextColumn('sid') sid!: string | null;
  /** Comma list of RFC 8176 values. */
  @OptionalTextColumn('amr') amr!: string | null;
  /** Null: none were asked for. */
  @JsonColumn('claims') claims!: ClaimsRequest | null;
  /** Resources that were granted (RFC 8707), separated by blanks. */
  @OptionalTextColumn('resources') resources!: string | null;
  @NumberColumn('created_at') createdAt!: number;
}

/** A logout token that is still to be delivered to an application. It outlives the user. */
@Entity({ name: 'logout_notices' })
@Ends<LogoutNoticeRow>({ deletedWith: ['application'], opens: null })
export class LogoutNoticeRow {
  @KeyColumn('sid') sid!: string;
  @KeyColumn('application_id') applicationId!: string;
  /** Id of the user. */
  @TextColumn('subject') subject!: string;
  /** Null: that of the server. */
  @OptionalTextColumn('issuer') issuer!: string | null;
  /** How often it was tried. */
  @NumberColumn('attempts') attempts!: number;
  @NumberColumn('due_at') dueAt!: number;
  @NumberColumn('created_at') createdAt!: number;
}
