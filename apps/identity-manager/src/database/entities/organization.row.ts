import { Entity } from 'typeorm';
import { KeyColumn, NumberColumn, OptionalTextColumn, TextColumn } from '../columns';
import { Ends } from '../ends';

@Entity({ name: 'organizations' })
@Ends<OrganizationRow>({ deletedWith: [], opens: null })
export class OrganizationRow {
  @KeyColumn('id') id!: string;
  @TextColumn('name') name!: string;
  @OptionalTextColumn('description') description!: string | null;
  @OptionalTextColumn('website') website!: string | null;
  @TextColumn('image') image!: string;
  @NumberColumn('created_at') createdAt!: number;
}

export type OrganizationRole = 'owner' | 'member';

/** What a user is in an organization; one role at a time. */
@Entity({ name: 'memberships' })
@Ends<MembershipRow>({ deletedWith: ['user', 'organization'], opens: null })
export class MembershipRow {
  @KeyColumn('user_id') userId!: string;
  @KeyColumn('organization_id') organizationId!: string;
  @TextColumn('role') role!: OrganizationRole;
}
