import { Entity } from 'typeorm';
import { JsonColumn, KeyColumn, NumberColumn, OptionalTextColumn, TextColumn } from '../columns';
import { Ends } from '../ends';

@Entity({ name: 'audit_log' })
@Ends<AuditLogRow>({ deletedWith: [], opens: null })
export class AuditLogRow {
  @KeyColumn('id') id!: string;
  @NumberColumn('occurred_at') occurredAt!: number;
  @TextColumn('event') event!: string;
  @OptionalTextColumn('actor_id') actorId!: string | null;
  @OptionalTextColumn('application_id') applicationId!: string | null;
  @OptionalTextColumn('subject') subject!: string | null;
  @OptionalTextColumn('address') address!: string | null;
  @TextColumn('outcome') outcome!: string;
  @JsonColumn('details') details!: Readonly<Record<string, unknown>> | null;
}
