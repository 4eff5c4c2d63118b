import { ChosenId } from '../../validation/chosen-id';
import { Fixed, Line } from '../../validation/members';

/** What a new role is made of. */
export class CreateRole {
  @Line({ needed: 'always' }) name!: string;
  @ChosenId() id?: string | null;
}

/** What can be changed of a role. */
export class RenameRole {
  @Fixed('id or is_internal') id?: unknown;
  @Fixed('id or is_internal') is_internal?: unknown;
  @Line({ needed: 'ifSent' }) name?: string;
}
