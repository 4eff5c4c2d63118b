import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../core/entities/entities.module';
import { NotificationForms } from '../../core/notifications/notification-form';
import { ConditionLanguages } from '../../core/subscriptions/condition-language';
import { RouteTable } from '../../http/route-table';
import { LdBatchController } from './batch/ld-batch.controller';
import { LdBatchService } from './batch/ld-batch.service';
import { ContextsService } from './contexts/contexts.service';
import { HostedContexts } from './contexts/hosted-contexts';
import { LdContextsController } from './contexts/ld-contexts.controller';
import { LdContextsService } from './contexts/ld-contexts.service';
import { KeptRegistrations } from './csources/kept-registrations';
import { LdRegistrationsController } from './csources/ld-registrations.controller';
import { LdRegistrationsService } from './csources/ld-registrations.service';
import { LdDiscoveryController } from './discovery/ld-discovery.controller';
import { LdDiscoveryService } from './discovery/ld-discovery.service';
import { EntityMaps } from './entity-maps/entity-maps';
import { LdEntityMapsController } from './entity-maps/ld-entity-maps.controller';
import { LdEntityMapsService } from './entity-maps/ld-entity-maps.service';
import { EntityLookup } from './entities/entity-lookup';
import { LdEntitiesController } from './entities/ld-entities.controller';
import { LdEntitiesService } from './entities/ld-entities.service';
import { LdWritesService } from './entities/ld-writes.service';
import { KnownTenants } from './known-tenants';
import { JoinedEntities } from './queries/joined-entities';
import { LdPurgeService } from './queries/ld-purge.service';
import { LdQueriesController } from './queries/ld-queries.controller';
import { LdQueriesService } from './queries/ld-queries.service';
import { LinkedQueries } from './queries/linked-query';
import { LdAnswers } from './ld-answers';
import { NGSILD_FACE } from './ngsild-face';
import { ldConditions } from './subscriptions/ld-conditions';
import { LdForm } from './subscriptions/ld-form';
import { LdSubscriptionsController } from './subscriptions/ld-subscriptions.controller';
import { LdSubscriptionsService } from './subscriptions/ld-subscriptions.service';
import { TimedNotifications } from './subscriptions/timed-notifications';

/** NGSI-LD, on the same entities as the other interfaces. */
@Module({
  imports: [EntitiesModule],
  controllers: [
    LdEntitiesController,
    LdBatchController,
    LdContextsController,
    LdQueriesController,
    LdDiscoveryController,
    LdEntityMapsController,
    LdRegistrationsController,
    LdSubscriptionsController,
  ],
  providers: [
    ContextsService,
    EntityLookup,
    HostedContexts,
    KeptRegistrations,
    KnownTenants,
    LdAnswers,
    LdBatchService,
    LdContextsService,
    LdEntitiesService,
    LdForm,
    LdRegistrationsService,
    LdSubscriptionsService,
    LdPurgeService,
    LdQueriesService,
    LdWritesService,
    EntityMaps,
    TimedNotifications,
    JoinedEntities,
    LdDiscoveryService,
    LdEntityMapsService,
    LinkedQueries,
  ],
  exports: [ContextsService, EntityLookup, KnownTenants, LdAnswers],
})
export class NgsiLdModule {
  constructor(routes: RouteTable, languages: ConditionLanguages, forms: NotificationForms, form: LdForm) {
    routes.speak(NGSILD_FACE);
    languages.speak(ldConditions);
    forms.write(form);
  }
}
