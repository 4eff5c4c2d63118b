import { Entity } from 'typeorm';
import { KeyColumn, NumberColumn, OptionalTextColumn } from '../columns';

/** A user's consent to an application. */
@Entity({ name: 'consents' })
export class ConsentRow {
  @KeyColumn('user_id') userId!: string;
  @KeyColumn('application_id') applicationId!: string;
  /** Comma list of username, email, identity_attributes, image, gravatar, eidas_profile. Null: username and email. */
  @OptionalTextColumn('shared_attributes') sharedAttributes!: string | null;
  @NumberColumn('login_date') loginDate!: number;
}
