import { Module, type DynamicModule, type Type } from '@nestjs/common';
import type { BrokerOptions } from '../cli/options';
import { AssetsController } from './assets.controller';
import { ConsoleAccess } from './console-access';
import { ConsoleFrame } from './console-frame';
import { ConsoleController } from './console.controller';
import { Overview } from './figures/overview';
import { SubscriptionList } from './figures/subscription-list';
import { Traffic } from './figures/traffic';
import { TypeCounts } from './figures/type-counts';
import { FormTokens } from './form-tokens';
import { PAGES, type ConsolePage } from './page';
import { DeprecationsPage } from './pages/deprecations.page';
import { EntitiesPage } from './pages/entities.page';
import { OneEntityPage } from './pages/entity.page';
import { MapPage } from './pages/map.page';
import { OperationPage } from './pages/operation.page';
import { OneRegistrationPage } from './pages/registration.page';
import { RegistrationsPage } from './pages/registrations.page';
import { ServicesPage } from './pages/services.page';
import { OneSubscriptionPage } from './pages/subscription.page';
import { SubscriptionsPage } from './pages/subscriptions.page';
import { TroublePage } from './pages/trouble.page';
import { RootController } from './root.controller';
import { SubscriptionActions } from './subscription-actions';

/** Every page, in the order of the navigation. A new one is a file and a line here. */
const ALL_PAGES: readonly Type<ConsolePage>[] = [
  TroublePage,
  EntitiesPage,
  OneEntityPage,
  MapPage,
  SubscriptionsPage,
  OneSubscriptionPage,
  RegistrationsPage,
  OneRegistrationPage,
  ServicesPage,
  OperationPage,
  DeprecationsPage,
];

/** The console, when it is asked for. */
@Module({})
export class ConsoleModule {
  static with({ adminConsole }: BrokerOptions): DynamicModule {
    if (!adminConsole) return { module: ConsoleModule };
    return {
      module: ConsoleModule,
      controllers: [RootController, AssetsController, ConsoleController],
      providers: [
        ConsoleAccess,
        ConsoleFrame,
        FormTokens,
        Overview,
        SubscriptionActions,
        SubscriptionList,
        Traffic,
        TypeCounts,
        ...ALL_PAGES,
        { provide: PAGES, useFactory: (...pages: readonly ConsolePage[]) => pages, inject: [...ALL_PAGES] },
      ],
    };
  }
}
