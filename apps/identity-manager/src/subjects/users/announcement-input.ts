import { Line, LongText } from '../../validation/members';

/** A mail of administrators to many users. */
export class Announcement {
  @Line({ needed: 'always' }) subject!: string;
  @LongText({ needed: 'always' }) body!: string;
  /** `all`, `organization`, or anything else for the users of the list. */
  @Line() to!: string;
  /** Names or ids of organizations, or usernames, addresses or ids of users: by commas or line ends, ids and addresses by blanks too. */
  @LongText() target!: string;
}
