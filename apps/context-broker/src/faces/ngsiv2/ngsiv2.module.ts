import { Inject, Module, type DynamicModule } from '@nestjs/common';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { EntitiesModule } from '../../core/entities/entities.module';
import { DeadLettersService } from '../../core/notifications/dead-letters/dead-letters.service';
import { keptAttempts } from '../../core/notifications/kept-attempts';
import { RouteTable } from '../../http/route-table';
import { NotificationForms } from '../../core/notifications/notification-form';
import { ProviderWires } from '../../core/registrations/forwarding/provider-wire';
import { ConditionLanguages } from '../../core/subscriptions/condition-language';
import { BatchController } from './batch/batch.controller';
import { FilteredEntitiesController } from './by-filter/filtered-entities.controller';
import { FilteredUpdatesService } from './by-filter/filtered-updates.service';
import { AttributesController } from './entities/attributes.controller';
import { EntitiesController } from './entities/entities.controller';
import { EntityReadsService } from './entities/entity-reads.service';
import { MetadataController } from './entities/metadata.controller';
import { IndexController } from './index.controller';
import { NGSIV2_FACE } from './ngsiv2-face';
import { ngsiv2Form } from './notifications/ngsiv2-form';
import { createNgsiv1Wire } from './provider/ngsiv1/ngsiv1-wire';
import { ngsiv2Wire } from './provider/ngsiv2-wire';
import { RegistrationPatchController } from './registrations/registration-patch.controller';
import { RegistrationsController } from './registrations/registrations.controller';
import { AttemptsController } from './subscriptions/attempts.controller';
import { DeadLettersController } from './subscriptions/dead-letters.controller';
import { ngsiv2Conditions } from './subscriptions/ngsiv2-conditions';
import { Ngsiv2SubscriptionsService } from './subscriptions/ngsiv2-subscriptions.service';
import { SubscriptionEventsController } from './subscriptions/subscription-events.controller';
import { SubscriptionsController } from './subscriptions/subscriptions.controller';
import { TypesController } from './types/types.controller';

/** The routes below `/v2`. Operations of what the options leave out are unknown paths, as in Orion. */
@Module({})
export class Ngsiv2Module {
  constructor(
    routes: RouteTable,
    languages: ConditionLanguages,
    forms: NotificationForms,
    wires: ProviderWires,
    @Inject(OPTIONS) { gate }: BrokerOptions,
  ) {
    routes.speak(NGSIV2_FACE);
    languages.speak(ngsiv2Conditions);
    forms.write(ngsiv2Form);
    wires.speak(ngsiv2Wire);
    // `legacyForwarding` of a registration outlives NGSIv1 itself.
    wires.speak(createNgsiv1Wire(gate.isRemoved('ngsiv1.remaining') ? 'json' : 'texts'));
  }

  static with(options: BrokerOptions): DynamicModule {
    const keepsLetters = options.notifDeadLetters > 0;
    return {
      module: Ngsiv2Module,
      imports: [EntitiesModule],
      controllers: [
        EntitiesController,
        AttributesController,
        FilteredEntitiesController,
        MetadataController,
        IndexController,
        TypesController,
        BatchController,
        SubscriptionsController,
        SubscriptionEventsController,
        ...(keptAttempts(options) > 0 ? [AttemptsController] : []),
        ...(keepsLetters ? [DeadLettersController] : []),
        RegistrationsController,
        ...(options.registrationPatch ? [RegistrationPatchController] : []),
      ],
      providers: [
        EntityReadsService,
        FilteredUpdatesService,
        Ngsiv2SubscriptionsService,
        ...(keepsLetters ? [DeadLettersService] : []),
      ],
    };
  }
}
