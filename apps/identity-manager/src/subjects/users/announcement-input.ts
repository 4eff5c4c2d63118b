import { Line, LongText } from '../../validation/members';

/** A mail of administrators to many users. */
export class Announcement {
  @Line({ needed: 'always' }) subject!: string;
  @LongText({ needed: 'always' }) body!: string;
  /** `all`, `organization`, or anything else for the users of the list. */
  @Line() to!: string;
  /** Ids of organizations or users, with blanks or commas between them. */
  @LongText() target!: string;
}
