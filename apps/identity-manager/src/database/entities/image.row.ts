import { Entity } from 'typeorm';
import { KeyColumn, NumberColumn, TextColumn } from '../columns';
import { Ends } from '../ends';

/** An uploaded picture of a user, an application or an organization, whose row names it. */
@Entity({ name: 'images' })
@Ends<ImageRow>({ deletedWith: [], opens: null })
export class ImageRow {
  @KeyColumn('id') id!: string;
  @TextColumn('media_type') mediaType!: string;
  /** Base64. */
  @TextColumn('content') content!: string;
  @NumberColumn('created_at') createdAt!: number;
}
