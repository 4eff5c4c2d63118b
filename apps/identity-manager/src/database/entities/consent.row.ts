import { Entity } from 'typeorm';
import { KeyColumn, NumberColumn, OptionalTextColumn } from '../columns';
import { Ends } from '../ends';

/** A user's consent to an application. */
@Entity({ name: 'consents' })
@Ends<ConsentRow>({
  deletedWith: ['user', 'application'],
  opens: null,
  endsWithConsent: true,
  end: 'deleted',
})
export class ConsentRow {
  @KeyColumn('user_id') userId!: string;
  @KeyColumn('application_id') applicationId!: string;
  /** Comma list of username, email, identity_attributes, image, gravatar, eidas_profile. Null: username and email. */
  @OptionalTextColumn('shared_attributes') sharedAttributes!: string | null;
  @NumberColumn('login_date') loginDate!: number;
}
