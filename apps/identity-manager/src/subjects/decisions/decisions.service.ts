import type { TraceContext } from '@smart-city/telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { Logger } from '../../service/logger';
import { AccessService, type Access } from './access.service';
import type { DecisionRequest, DecisionResult } from './decision';
import { DecisionCounts } from './decision-counts';
import { DECISION_POINT, GAVE_UP, type DecisionPoint } from './decision-point';
import { decideEntity, type EntityQuestion } from './entity-decision';

/** A user in an application. */
export interface AskedUser {
  readonly userId: string;
  readonly applicationId: string;
  /** The application's domain at AuthzForce, or an empty text. */
  readonly azfDomain: string;
  /** What the user may do there. */
  readonly access: Access;
  /** Goes along when another server decides. */
  readonly trace?: TraceContext | undefined;
  /** Somebody tries the rules out; nothing was asked for in earnest. */
  readonly isTrial?: boolean;
}

/** Whether something is permitted. What cannot be decided is denied. */
@Injectable()
export class Decisions {
  constructor(
    private readonly access: AccessService,
    @Inject(DECISION_POINT) private readonly decisionPoint: DecisionPoint,
    private readonly counts: DecisionCounts,
    private readonly log: Logger,
  ) {}

  /** To a user, by own roles and those of organizations. */
  ofUser({ access, ...asked }: AskedUser, request: DecisionRequest): Promise<DecisionResult> {
    return this.decisionPoint.decide({
      ...asked,
      roles: [...access.roles, ...access.organizations.flatMap(({ roles }) => roles)],
      permissions: access.permissions,
      request,
    });
  }

  /** To a user, about an entity, by permissions on entities. They are decided here on every level: no other server knows them. */
  ofUserOnEntity({ access, applicationId, userId }: AskedUser, question: EntityQuestion): DecisionResult {
    const result = decideEntity(access.permissions, question);
    this.counts.add(applicationId, result.decision);
    if (result.gaveUp) this.log.warn(GAVE_UP, { application: applicationId, user: userId });
    return result;
  }

  /** To whoever has these roles: an enforcement point names them. Ids that are no roles of the application permit nothing. */
  async ofRoles(
    applicationId: string,
    roleIds: readonly string[],
    request: DecisionRequest,
  ): Promise<DecisionResult> {
    return this.decisionPoint.decide({
      applicationId,
      azfDomain: '',
      userId: '',
      roles: roleIds.map((id) => ({ id, name: '' })),
      permissions: await this.access.permissionsOf(applicationId, roleIds),
      request,
    });
  }
}
