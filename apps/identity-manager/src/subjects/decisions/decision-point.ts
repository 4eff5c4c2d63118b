import type { TraceContext } from '@smart-city/telemetry';
import type { Logger } from '../../service/logger';
import type { RoleRef } from './access.service';
import { decide, type DecisionRequest, type DecisionResult } from './decision';
import type { CompiledPermission } from './permission';

/** A question about one user in one application, with everything a decision may need. */
export interface Question {
  readonly applicationId: string;
  readonly azfDomain: string;
  readonly userId: string;
  /** Own and organization roles. */
  readonly roles: readonly RoleRef[];
  readonly permissions: readonly CompiledPermission[];
  readonly request: DecisionRequest;
  /** Goes along when another server decides. */
  readonly trace?: TraceContext | undefined;
  /** Somebody tries the rules out; nothing was asked for in earnest. */
  readonly isTrial?: boolean;
}

/** Injection token of the configured decision point. */
export const DECISION_POINT = 'pdp.decision-point';

/** Said in the log of a decision that patterns made too dear. */
export const GAVE_UP = 'denied: the patterns of these permissions take too long to match';

/** Answers Permit or Deny; anything it cannot decide is Deny. */
export interface DecisionPoint {
  decide(question: Question): Promise<DecisionResult>;
}

/** Decides by the permissions in the database (PDP levels basic and payload). */
export class LocalDecisionPoint implements DecisionPoint {
  constructor(private readonly log: Logger) {}

  async decide({ applicationId, userId, permissions, request }: Question): Promise<DecisionResult> {
    const result = decide(permissions, request);
    if (result.gaveUp)
      this.log.warn(GAVE_UP, {
        application: applicationId,
        user: userId,
      });
    return result;
  }
}
