import { Module } from '@nestjs/common';
import { StateChangesModule } from '../changes/state-changes.module';
import { OPTIONS, type Options } from '../../cli/options';
import type { Clock } from '../../service/clock';
import { Logger } from '../../service/logger';
import { PublicUrlModule } from '../../service/public-url.module';
import { CLOCK } from '../../service/tokens';
import { AccessRepository } from './access.repository';
import { AccessService } from './access.service';
import { AuthzforceDecisionPoint } from './authzforce';
import { AuthzforceDomainsRepository } from './authzforce-domains.repository';
import { AzfDomains } from './azf-domains';
import { CountingDecisionPoint, DecisionCounts } from './decision-counts';
import { Decisions } from './decisions.service';
import { DecisionCountsRepository } from './decision-counts.repository';
import { DECISION_POINT, LocalDecisionPoint, type DecisionPoint } from './decision-point';
import { UserFactsRepository } from './user-facts.repository';
import { UserFactsService } from './user-facts.service';

/** The decision point that the settings ask for. */
function decisionPoint({ pdp }: Options, log: Logger): DecisionPoint {
  const { level, authzforce } = pdp;
  return level === 'advanced' && authzforce
    ? new AuthzforceDecisionPoint(authzforce, log)
    : new LocalDecisionPoint(log);
}

const counts = {
  provide: DecisionCounts,
  useFactory: (rows: DecisionCountsRepository, clock: Clock, log: Logger) =>
    new DecisionCounts(rows, clock, log),
  inject: [DecisionCountsRepository, CLOCK, Logger],
};

const countingPoint = {
  provide: DECISION_POINT,
  useFactory: (options: Options, counted: DecisionCounts, log: Logger) =>
    new CountingDecisionPoint(decisionPoint(options, log), counted),
  inject: [OPTIONS, DecisionCounts, Logger],
};

const services = [AccessService, UserFactsService, AzfDomains, Decisions];

/** What a user may do in an application, and the answer to whether something is permitted. */
@Module({
  imports: [StateChangesModule, PublicUrlModule],
  providers: [
    AccessRepository,
    AuthzforceDomainsRepository,
    UserFactsRepository,
    DecisionCountsRepository,
    counts,
    countingPoint,
    ...services,
  ],
  exports: [DECISION_POINT, DecisionCounts, ...services],
})
export class DecisionsModule {}
