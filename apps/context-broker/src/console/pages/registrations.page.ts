import { Injectable } from '@nestjs/common';
import type { Registration } from '@smart-city/context';
import { card } from '../../html/cards';
import { html } from '../../html/html';
import { ProviderHealth } from '../../core/registrations/forwarding/provider-health';
import { RegistrationCache } from '../../core/registrations/registration-cache';
import { ConsoleAccess } from '../console-access';
import type { ListFile } from '../lists/list-file';
import { memoryFile, memoryList } from '../lists/memory-list';
import type { ConsolePage, PageContent } from '../page';
import type { Visit } from '../visit';
import { registrationList, type StateOf } from './registration-list';

/** What is registered elsewhere, and how those who provide it fare; who fails comes first. */
@Injectable()
export class RegistrationsPage implements ConsolePage {
  readonly name = 'registrations';
  readonly entry = 'registrations.title';

  constructor(
    private readonly access: ConsoleAccess,
    private readonly cache: RegistrationCache,
    private readonly health: ProviderHealth,
  ) {}

  async show(visit: Visit): Promise<PageContent> {
    return renderRegistrations(visit, await this.all(visit), this.stateIn(visit));
  }

  async file(visit: Visit): Promise<ListFile> {
    return memoryFile(visit, registrationList(visit, await this.all(visit), this.stateIn(visit)));
  }

  private async all(visit: Visit): Promise<readonly Registration[]> {
    await this.access.requireRead(visit, '/v2/registrations');
    return (await this.cache.get(visit.tenant)).all;
  }

  private stateIn({ tenant }: Visit): StateOf {
    return (id) => this.health.of(tenant, id);
  }
}

export function renderRegistrations(
  visit: Visit,
  all: readonly Registration[],
  stateOf: StateOf,
): PageContent {
  const { t } = visit.words;
  return {
    title: t('registrations.title'),
    content: html`<h1>${t('registrations.title')}</h1>
      ${card('list', t('registrations.list'), memoryList(visit, registrationList(visit, all, stateOf)))}`,
  };
}
