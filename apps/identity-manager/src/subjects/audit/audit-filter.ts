/** Which entries of the audit log are wanted. */
export interface AuditFilter {
  /** Beginnings of the names of events, such as `token`: entries of any of them are wanted. None stands for all events. */
  readonly events: readonly string[];
  /** Beginnings of the names of events that are left out. */
  readonly withoutEvents: readonly string[];
  /** Part of a name, an id or an address, wherever it stands. */
  readonly who: string;
  /** Part of the name, email address or id of who acted. */
  readonly by: string;
  /** Part of the name or id of what was affected: a user, organization, application, role or permission. */
  readonly about: string;
  /** Id of a user: what they did, and what was done to them. */
  readonly userId?: string;
  readonly outcome: '' | 'success' | 'failure';
  /** First milliseconds of the first day, and of the day after the last; undefined for no limit. */
  readonly from: number | undefined;
  readonly until: number | undefined;
}
