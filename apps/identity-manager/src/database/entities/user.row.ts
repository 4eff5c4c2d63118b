import { Entity } from 'typeorm';
import {
  FlagColumn,
  JsonColumn,
  KeyColumn,
  NumberColumn,
  OptionalNumberColumn,
  OptionalTextColumn,
  TextColumn,
} from '../columns';
import { Ends } from '../ends';

/** Free JSON that Keyrock's clients keep with a user; `visible_attributes` says what the profile shows. */
export type UserExtra = Readonly<Record<string, unknown>>;

@Entity({ name: 'users' })
@Ends<UserRow>({ deletedWith: [], opens: null })
export class UserRow {
  @KeyColumn('id') id!: string;
  @TextColumn('username') username!: string;
  /** The username as a login reads it (`loginNameOf`); unique. Null: signs in with the e-mail address only. */
  @OptionalTextColumn('login_name') loginName!: string | null;
  @TextColumn('email') email!: string;
  /** The address in lower case; addresses are unique whatever their case. */
  @TextColumn('email_lower') emailLower!: string;
  /** True after a mailed link, or when an administrator said so. */
  @FlagColumn('email_verified') emailVerified!: boolean;
  @OptionalTextColumn('description') description!: string | null;
  @OptionalTextColumn('website') website!: string | null;
  @TextColumn('image') image!: string;
  @FlagColumn('gravatar') gravatar!: boolean;
  /** See `PasswordHasher` for the forms. Null: cannot log in by password. */
  @OptionalTextColumn('password_hash') passwordHash!: string | null;
  @NumberColumn('date_password') datePassword!: number;
  @FlagColumn('enabled') enabled!: boolean;
  /** Signed up, address not confirmed yet; tells such a user from one whom an administrator disabled. */
  @FlagColumn('awaiting_activation') awaitingActivation!: boolean;
  @FlagColumn('admin') admin!: boolean;
  @FlagColumn('starters_tour_ended') startersTourEnded!: boolean;
  @OptionalTextColumn('eidas_id') eidasId!: string | null;
  @JsonColumn('extra') extra!: UserExtra | null;
  @OptionalTextColumn('scope') scope!: string | null;
  /** Base32 secret of the second factor, encrypted by `SecretCipher`. */
  @OptionalTextColumn('totp_secret') totpSecret!: string | null;
  @OptionalNumberColumn('totp_last_step') totpLastStep!: number | null;
  /** Digests of the recovery codes not used yet. */
  @JsonColumn('totp_recovery') totpRecovery!: readonly string[] | null;
  /** When the password was last given, to the minute; 0 for never. */
  @NumberColumn('last_sign_in_at') lastSignInAt!: number;
  /** IANA name of the zone in which pages show times; null: that of the browser. */
  @OptionalTextColumn('time_zone') timeZone!: string | null;
  /** When what others see of the user last changed; 0 for not since they were made. */
  @NumberColumn('updated_at') updatedAt!: number;
  @NumberColumn('created_at') createdAt!: number;
}

export type AccountKeyPurpose =
  'activation' | 'reset' | 'verification' | 'disable_2fa' | 'second_factor_setup' | 'form' | 'taken_sign_up';

/** A single-use key mailed to a user; only its digest is kept. */
@Entity({ name: 'account_keys' })
@Ends<AccountKeyRow>({
  deletedWith: ['user'],
  opens: 'key',
  end: 'deleted',
  // Keys of forms are no access, they only make a form count once.
  unless: (key) => `${key.purpose} = 'form'`,
})
export class AccountKeyRow {
  @KeyColumn('key_hash') keyHash!: string;
  @TextColumn('purpose') purpose!: AccountKeyPurpose;
  @TextColumn('user_id') userId!: string;
  /** The address that the link went to, which it verifies. */
  @OptionalTextColumn('pending_email') pendingEmail!: string | null;
  @NumberColumn('expires_at') expiresAt!: number;
  @NumberColumn('created_at') createdAt!: number;
}

/** A browser that may skip the second factor. */
@Entity({ name: 'remembered_devices' })
@Ends<RememberedDeviceRow>({ deletedWith: ['user'], opens: 'device', end: 'deleted' })
export class RememberedDeviceRow {
  @KeyColumn('device_hash') deviceHash!: string;
  @TextColumn('user_id') userId!: string;
  @NumberColumn('expires_at') expiresAt!: number;
  @NumberColumn('created_at') createdAt!: number;
}
