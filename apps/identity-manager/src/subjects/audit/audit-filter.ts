/** Which entries of the audit log are wanted. */
export interface AuditFilter {
  /** Beginning of the event's name, such as `token`. */
  readonly event: string;
  /** Part of a name, an id or an address. */
  readonly who: string;
  /** Id of a user: what they did, and what was done to them. */
  readonly userId?: string;
  readonly outcome: '' | 'success' | 'failure';
  /** First milliseconds of the first day, and of the day after the last; undefined for no limit. */
  readonly from: number | undefined;
  readonly until: number | undefined;
}
