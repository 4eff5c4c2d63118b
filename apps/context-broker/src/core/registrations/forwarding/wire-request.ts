/** A request to a provider, as its protocol has it. */
export interface WireRequest {
  /** Follows the provider's URL. */
  readonly path: string;
  /** The path as the log line names it. */
  readonly logPath: string;
  readonly body: string;
}
