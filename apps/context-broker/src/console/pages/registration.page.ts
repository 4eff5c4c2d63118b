import { Inject, Injectable } from '@nestjs/common';
import { NgsiError, registrationToJson, renderJson, type Registration } from '@smart-city/ngsi';
import { agoIfEver } from '../../html/ages';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import { facts } from '../../html/table';
import { grouped } from '../../html/wording';
import { ProviderHealth, type ProviderState } from '../../registrations/forwarding/provider-health';
import { REGISTRATION_STORE, type RegistrationStore } from '../../storage/registration-store';
import { ConsoleAccess } from '../console-access';
import type { ConsolePage, PageContent } from '../page';
import type { Visit } from '../visit';
import { entitiesText, providerPill } from './registrations.page';

/** One registration: what it provides, and how its provider fares. */
@Injectable()
export class OneRegistrationPage implements ConsolePage {
  readonly name = 'registration';
  readonly below = 'registrations';

  constructor(
    private readonly access: ConsoleAccess,
    @Inject(REGISTRATION_STORE) private readonly store: RegistrationStore,
    private readonly health: ProviderHealth,
  ) {}

  async show(visit: Visit): Promise<PageContent> {
    const id = visit.text('id').toLowerCase();
    await this.access.requireReadById(visit, `/v2/registrations/${id}`);
    const found = await this.store.find(visit.tenant, id);
    if (found === undefined)
      throw new NgsiError('NotFound', `there is no registration ${id} in this service`);
    return renderRegistration(visit, found, this.health.of(visit.tenant, id));
  }
}

export function renderRegistration(
  visit: Visit,
  registration: Registration,
  state: ProviderState | undefined,
): PageContent {
  const { id, description, servicePath, entities, attrs, provider, expiresAtSeconds } = registration;
  const title = description || id;
  const definition = facts([
    ['Id', html`<code>${id}</code>`],
    ['Service path', servicePath],
    ['Provider', provider.url],
    ['Forwards', provider.forwardingMode],
    ['Speaks', provider.legacyForwarding ? 'NGSIv1' : 'NGSIv2'],
    ['Entities', entitiesText(entities)],
    ['Attributes', attrs.length === 0 ? 'whole entities' : attrs.join(', ')],
    ['Expires', agoIfEver(expiresAtSeconds, visit.nowSeconds)],
  ]);
  const json = JSON.stringify(JSON.parse(renderJson(registrationToJson(registration))), null, 2);
  return {
    title,
    content: html`<p class="crumbs"><a href="${visit.link('registrations')}">Registrations</a></p>
      <h1>${title}</h1>
      ${card('health', 'How its provider fares', health(state, visit.nowSeconds), 'half')}${card('definition', 'What it provides', definition, 'half')}${card(
        'json',
        'As the interface shows it',
        html`<details>
          <summary>JSON</summary>
          <pre tabindex="0">${json}</pre>
        </details>`,
      )}`,
  };
}

function health(state: ProviderState | undefined, nowSeconds: number): Html {
  if (state === undefined) return html`<p>It was not asked since the broker started.</p>`;
  const {
    requests,
    lastSuccessMs,
    lastFailureMs,
    lastFailureReason,
    lastFailureAnswer,
    lastFailureCorrelator,
  } = state;
  return facts([
    ['State', providerPill(state, nowSeconds)],
    ['Asked', `${grouped(requests)} times since the broker started`],
    ['Last answer', agoIfEver(lastSuccessMs && lastSuccessMs / 1000, nowSeconds)],
    ['Last failure', agoIfEver(lastFailureMs && lastFailureMs / 1000, nowSeconds)],
    ['Its reason', lastFailureReason],
    ['What it said', lastFailureAnswer && html`<code>${lastFailureAnswer}</code>`],
    ['Correlator', lastFailureCorrelator && html`<code>${lastFailureCorrelator}</code>`],
  ]);
}
