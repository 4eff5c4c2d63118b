import type { AccessQuestion } from './verdict';

/** What a decision point says of a token. */
export type UserAnswer =
  | {
      readonly kind: 'known';
      readonly userId: string;
      readonly applicationId: string;
      readonly isPermitted: boolean;
      /** What permissions on entities allow; absent where nobody enforces them, or there are none. */
      readonly grants?: readonly unknown[];
    }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Whoever knows who the bearer of a token is and what it may do. The guard asks one, and keeps its answers for a short time.
 * Every adapter passes `decision-point.contract.ts`.
 */
export interface DecisionPoint {
  /** @throws Unavailable  when there is no answer in time, or none that says yes or no: nothing may be permitted then */
  ask(question: AccessQuestion): Promise<UserAnswer>;
}
