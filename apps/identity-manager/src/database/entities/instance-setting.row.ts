import { Entity } from 'typeorm';
import { KeyColumn, TextColumn } from '../columns';
import { Ends } from '../ends';

/** A fact about the installation as a whole. */
@Entity({ name: 'instance_settings' })
@Ends<InstanceSettingRow>({ deletedWith: [], opens: null })
export class InstanceSettingRow {
  @KeyColumn('name') name!: string;
  @TextColumn('content') content!: string;
}
