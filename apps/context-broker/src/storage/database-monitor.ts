/** What an adapter tells the frame's log and its `DatabaseError` alarm. Every member may be left out. */
export interface DatabaseMonitor {
  info?(text: string): void;
  warn?(text: string): void;
  error?(text: string): void;
  /** The database cannot be reached yet, it is tried again; what to do about it, a line for whoever starts the broker. */
  waiting?(remedy: string): void;
  /** An operation failed; `detail` is the text of the alarm. Called for every failure, so the alarm filters repeats. */
  failed?(detail: string): void;
  /** An operation succeeded. Called for every success. */
  recovered?(): void;
}
