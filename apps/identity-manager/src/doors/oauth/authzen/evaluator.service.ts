import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { TraceContext } from '@smart-city/telemetry';
import { AccessService } from '../../../subjects/decisions/access.service';
import { AzfDomains } from '../../../subjects/decisions/azf-domains';
import type { DecisionResult } from '../../../subjects/decisions/decision';
import { Decisions, type AskedUser } from '../../../subjects/decisions/decisions.service';
import { OAuthError } from '../oauth-errors';
import { AskedSubjects } from './asked-subjects.service';
import type { Asker } from './asker.guard';
import { entityVerbOf, parseEvaluation, type Evaluation } from './evaluation';
import { isLast, parseEvaluations } from './evaluations';

/** A decision as it is answered. */
export interface EvaluationAnswer {
  readonly decision: boolean;
  readonly context?: object;
}

/** Milliseconds that the items of one request hold the event loop, a single one apart. */
const longestTurnMs = 10;

const DENIED: DecisionResult = { decision: 'Deny', permission: undefined };

/** Answers questions of the Authorization API by the roles and permissions of the application that asks. */
@Injectable()
export class Evaluator {
  constructor(
    private readonly subjects: AskedSubjects,
    private readonly access: AccessService,
    private readonly domains: AzfDomains,
    private readonly decisions: Decisions,
  ) {}

  /** @throws OAuthError invalid_request */
  one(body: unknown, asker: Asker, trace?: TraceContext): Promise<EvaluationAnswer> {
    return this.evaluate(parseEvaluation(body), asker, trace);
  }

  /**
   * All items, or those up to the one that decides. An item that is malformed is denied, and its answer says why.
   *
   * @throws OAuthError invalid_request  the request as a whole is malformed
   */
  async several(
    body: unknown,
    asker: Asker,
    trace?: TraceContext,
  ): Promise<EvaluationAnswer | { readonly evaluations: readonly EvaluationAnswer[] }> {
    const { semantic, items } = parseEvaluations(body);
    if (items.length === 0) return this.one(body, asker, trace);
    const evaluations: EvaluationAnswer[] = [];
    let since = performance.now();
    for (const item of items) {
      const answer = await this.item(item, asker, trace);
      evaluations.push(answer);
      if (isLast(semantic, answer.decision)) break;
      if (performance.now() - since < longestTurnMs) continue;
      await nextTurn();
      since = performance.now();
    }
    return { evaluations };
  }

  private async item(
    item: unknown,
    asker: Asker,
    trace: TraceContext | undefined,
  ): Promise<EvaluationAnswer> {
    try {
      return await this.evaluate(parseEvaluation(item), asker, trace);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return { decision: false, context: { error: { status: error.status, message: error.message } } };
    }
  }

  private async evaluate(
    evaluation: Evaluation,
    asker: Asker,
    trace: TraceContext | undefined,
  ): Promise<EvaluationAnswer> {
    const { client, isItself } = asker;
    const userId = await this.subjects.userIdOf(evaluation.subject, client);
    if (userId === undefined) return this.answer(evaluation, isItself, undefined, DENIED);
    const azfDomain = this.domains.areUsed ? await this.domains.of(client.id) : '';
    const access = await this.access.accessOf(userId, client.id);
    const asked = { userId, applicationId: client.id, azfDomain, access, trace };
    return this.answer(evaluation, isItself, asked, await this.decide(evaluation, asked));
  }

  private async decide(
    { action, resource, serviceHeader, servicePaths }: Evaluation,
    asked: AskedUser,
  ): Promise<DecisionResult> {
    const scope = { serviceHeader, servicePaths };
    if (resource.type !== 'entity')
      return this.decisions.ofUser(asked, { action, resource: resource.id, ...scope });
    const verb = entityVerbOf(action);
    if (verb === undefined) return DENIED;
    const { id, entityType: type, attributes } = resource;
    return this.decisions.ofUserOnEntity(asked, { verb, id, type, attributes, ...scope });
  }

  /** Reasons are shown only to the application whose rules they are, as at `GET /user`: not to its PEP proxy. */
  private async answer(
    { explain }: Evaluation,
    isItself: boolean,
    asked: AskedUser | undefined,
    { decision, permission }: DecisionResult,
  ): Promise<EvaluationAnswer> {
    const isPermitted = decision === 'Permit';
    if (!explain || !isItself) return { decision: isPermitted };
    const role = asked && permission && (await this.access.roleGiving(asked.access, permission.rule.id));
    const context = {
      permission: permission ? { id: permission.rule.id, name: permission.rule.name } : null,
      role: role ? { id: role.id, name: role.name } : null,
    };
    return { decision: isPermitted, context };
  }
}
