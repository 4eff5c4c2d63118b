import { Entity, PrimaryColumn } from 'typeorm';
import { KeyColumn, NumberColumn } from '../columns';
import { Ends } from '../ends';

/** How often an application got an answer of the decision point on a day. */
@Entity({ name: 'decision_counts' })
@Ends<DecisionCountRow>({ deletedWith: ['application'], opens: null })
export class DecisionCountRow {
  @KeyColumn('application_id') applicationId!: string;
  /** Days since 1970. */
  @PrimaryColumn({ name: 'day', type: 'bigint' }) day!: number;
  /** `Permit`, `Deny` and the like. */
  @KeyColumn('decision') decision!: string;
  @NumberColumn('amount') amount!: number;
}
