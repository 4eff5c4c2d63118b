import { Entity, PrimaryColumn } from 'typeorm';
import { FlagColumn, NumberColumn, TextColumn } from '../columns';
import { Ends } from '../ends';

/** One row of a Keyrock database that an import brought, or found here already. */
@Entity({ name: 'keyrock_rows' })
@Ends<KeyrockRowRow>({ deletedWith: [], opens: null })
export class KeyrockRowRow {
  /** The table there. */
  @PrimaryColumn({ name: 'source', type: 'varchar' }) source!: string;
  /** Digest of the key there: keys of token tables are secrets. */
  @PrimaryColumn({ name: 'source_key', type: 'varchar' }) sourceKey!: string;
  /** JSON of the table here and the columns that are its key. */
  @TextColumn('target') target!: string;
  /** It was here before, so no import changes or removes it. */
  @FlagColumn('matched') matched!: boolean;
  /** JSON of a keyed digest of each column, as it came from there. */
  @TextColumn('digests') digests!: string;
  /** The run that saw it last. */
  @NumberColumn('seen_at') seenAt!: number;
}
