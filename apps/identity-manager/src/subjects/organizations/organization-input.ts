import { ChosenId } from '../../validation/chosen-id';
import { Fixed, Line, LongText, Website } from '../../validation/members';

/** What a new organization is made of. */
export class CreateOrganization {
  @Line({ needed: 'always' }) name!: string;
  @LongText() description?: string | null;
  @Website() website?: string | null;
  @ChosenId() id?: string | null;
}

/** What can be changed of an organization: empty texts say nothing, null clears. */
export class ChangeOrganization {
  @Fixed('id') id?: unknown;
  @Line({ needed: 'ifSent' }) name?: string;
  @LongText() description?: string | null;
  @Website() website?: string | null;
}
