import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { PEOPLE_DOOR } from '../operations/authz/people-door';
import type { BrokerOptions } from '../cli/options';
import { AssetsController } from './assets.controller';
import { ChangesController } from './changes/changes.controller';
import { PageChanges } from './changes/page-changes';
import { ConsoleAccess } from './console-access';
import { ConsoleFrame } from './console-frame';
import { ConsoleController } from './console.controller';
import { Overview } from './figures/overview';
import { SubscriptionList } from './figures/subscription-list';
import { Traffic } from './figures/traffic';
import { TypeCounts } from './figures/type-counts';
import { FormTokens } from './form-tokens';
import { LanguageController } from './language.controller';
import { PAGES, type ConsolePage } from './page';
import { DeprecationsPage } from './pages/deprecations.page';
import { EntitiesPage } from './pages/entities.page';
import { OneEntityPage } from './pages/entity.page';
import { ErrorsPage } from './pages/errors.page';
import { MapPage } from './pages/map.page';
import { OperationPage } from './pages/operation.page';
import { OneRegistrationPage } from './pages/registration.page';
import { ServicePathsPage } from './pages/paths.page';
import { RegistrationsPage } from './pages/registrations.page';
import { ServicesPage } from './pages/services.page';
import { OneSubscriptionPage } from './pages/subscription.page';
import { SubscriptionsPage } from './pages/subscriptions.page';
import { TroublePage } from './pages/trouble.page';
import { RootController } from './root.controller';
import { IdentityLogin } from './sign-in/identity-login';
import { PendingSignIns } from './sign-in/pending-sign-in';
import { SessionDoor } from './sign-in/session-door';
import { Sessions } from './sign-in/sessions';
import { SignInController } from './sign-in/sign-in.controller';
import { SubscriptionActions } from './subscription-actions';

/** Every page, in the order of the navigation. A new one is a file and a line here. */
const ALL_PAGES: readonly Type<ConsolePage>[] = [
  TroublePage,
  ErrorsPage,
  EntitiesPage,
  OneEntityPage,
  MapPage,
  SubscriptionsPage,
  OneSubscriptionPage,
  RegistrationsPage,
  OneRegistrationPage,
  ServicesPage,
  ServicePathsPage,
  OperationPage,
  DeprecationsPage,
];

/** With `-authz` people sign in. */
const SIGN_IN: readonly Provider[] = [
  IdentityLogin,
  PendingSignIns,
  SessionDoor,
  Sessions,
  { provide: PEOPLE_DOOR, useExisting: SessionDoor },
];

/** The console, when it is asked for. */
@Module({})
export class ConsoleModule {
  static with({ adminConsole, authz }: BrokerOptions): DynamicModule {
    if (!adminConsole) return { module: ConsoleModule };
    return {
      module: ConsoleModule,
      // Enforcement asks its door, where there is one.
      global: true,
      controllers: [
        RootController,
        AssetsController,
        ...(authz ? [SignInController] : []),
        ChangesController,
        LanguageController,
        ConsoleController,
      ],
      exports: authz ? [PEOPLE_DOOR] : [],
      providers: [
        ConsoleAccess,
        ConsoleFrame,
        FormTokens,
        Overview,
        PageChanges,
        SubscriptionActions,
        SubscriptionList,
        Traffic,
        TypeCounts,
        ...(authz ? SIGN_IN : []),
        ...ALL_PAGES,
        { provide: PAGES, useFactory: (...pages: readonly ConsolePage[]) => pages, inject: [...ALL_PAGES] },
      ],
    };
  }
}
