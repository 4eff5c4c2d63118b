import { Entity } from 'typeorm';
import { FlagColumn, KeyColumn, NumberColumn, OptionalTextColumn, TextColumn } from '../columns';
import { Ends } from '../ends';

/** A browser's login; the cookie holds a random id, this row its digest. */
@Entity({ name: 'web_sessions' })
@Ends<WebSessionRow>({
  deletedWith: ['user'],
  opens: 'session',
  end: 'deleted',
  keptBy: (session) => session.sessionHash,
})
export class WebSessionRow {
  @KeyColumn('session_hash') sessionHash!: string;
  @TextColumn('user_id') userId!: string;
  /** The login happened in an OAuth flow, so external logout may end it. */
  @FlagColumn('oauth_sign_in') oauthSignIn!: boolean;
  /** The password step is done, the second factor is not: such a session is no login yet. */
  @FlagColumn('second_factor_pending') secondFactorPending!: boolean;
  /** Names the session to applications; null in rows of older releases. */
  @OptionalTextColumn('sid') sid!: string | null;
  /** How the user signed in: comma list of RFC 8176 values; null in rows of older releases. */
  @OptionalTextColumn('amr') amr!: string | null;
  @OptionalTextColumn('address') address!: string | null;
  @OptionalTextColumn('user_agent') userAgent!: string | null;
  /** The same in words; null in rows of older releases. */
  @OptionalTextColumn('browser') browser!: string | null;
  @NumberColumn('auth_time') authTime!: number;
  @NumberColumn('last_seen_at') lastSeenAt!: number;
  @NumberColumn('expires_at') expiresAt!: number;
  @NumberColumn('created_at') createdAt!: number;
}
