/**
 * Keeps what brokers have counted of deprecated use, one text for each broker. Injected by {@link USAGE_STORE}.
 * Failures: a method rejects when the database is away.
 */
export interface UsageStore {
  /** Creates or replaces the text of one broker. */
  put(broker: string, json: string): Promise<void>;

  list(): Promise<readonly { readonly broker: string; readonly json: string }[]>;
}

export const USAGE_STORE = 'context-broker.usage-store';
