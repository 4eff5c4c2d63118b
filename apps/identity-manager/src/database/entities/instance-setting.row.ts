import { Entity } from 'typeorm';
import { KeyColumn, TextColumn } from '../columns';

/** A fact about the installation as a whole. */
@Entity({ name: 'instance_settings' })
export class InstanceSettingRow {
  @KeyColumn('name') name!: string;
  @TextColumn('content') content!: string;
}
