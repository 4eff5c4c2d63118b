import { Entity } from 'typeorm';
import { KeyColumn, NumberColumn, TextColumn } from '../columns';
import { Ends } from '../ends';

/** A key pair that signs id tokens; `id` is the `kid`. */
@Entity({ name: 'signing_keys' })
@Ends<SigningKeyRow>({ deletedWith: [], opens: null })
export class SigningKeyRow {
  @KeyColumn('id') id!: string;
  @TextColumn('algorithm') algorithm!: string;
  @TextColumn('private_key_encrypted') privateKeyEncrypted!: string;
  @TextColumn('public_jwk') publicJwk!: string;
  /** Published before, so that nobody meets a signature of an unknown key. */
  @NumberColumn('signs_from') signsFrom!: number;
  @NumberColumn('created_at') createdAt!: number;
  /** Leaves the JWKS then; it stops signing before that. */
  @NumberColumn('expires_at') expiresAt!: number;
}
