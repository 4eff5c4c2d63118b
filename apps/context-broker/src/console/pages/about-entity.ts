import type { Registration } from '@smart-city/context';
import type { Subscription } from '@smart-city/ngsiv2';

/** What is known of an entity besides itself. Undefined: this person may not see it. */
export interface AboutEntity {
  readonly subscriptions: readonly Subscription[] | undefined;
  readonly registrations: readonly Registration[] | undefined;
  /** Where the page follows its changes. */
  readonly changes?: string | undefined;
}
