import { Inject, Injectable } from '@nestjs/common';
import { renderJson, type Registration } from '@smart-city/context';
import { NGSIV1, NGSIV2, registrationToJson } from '@smart-city/ngsiv2';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import { facts } from '../../html/table';
import { ProviderHealth, type ProviderState } from '../../core/registrations/forwarding/provider-health';
import { REGISTRATION_STORE, type RegistrationStore } from '../../storage/registration-store';
import { ConsoleAccess } from '../console-access';
import type { ConsolePage, PageContent } from '../page';
import { PageFault } from '../page-fault';
import type { Visit } from '../visit';
import { entitiesText, providerPill } from './registration-wording';

/** As people write them. */
const PROTOCOLS: ReadonlyMap<string, string> = new Map([
  [NGSIV2, 'NGSIv2'],
  [NGSIV1, 'NGSIv1'],
  ['ngsild', 'NGSI-LD'],
]);

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
    if (found === undefined) throw new PageFault('NotFound', 'fault.noRegistration', { id });
    return renderRegistration(visit, found, this.health.of(visit.tenant, id));
  }
}

export function renderRegistration(
  visit: Visit,
  registration: Registration,
  state: ProviderState | undefined,
): PageContent {
  const { id, description, servicePath, entities, attrs, provider, expiresAtSeconds } = registration;
  const { words } = visit;
  const { t } = words;
  const title = description || id;
  const definition = facts([
    [t('word.id'), html`<code>${id}</code>`],
    [t('word.servicePath'), servicePath],
    [t('word.provider'), provider.url],
    [t('registrations.forwards'), html`<code>${provider.forwardingMode}</code>`],
    [t('registration.speaks'), PROTOCOLS.get(provider.protocol) ?? provider.protocol],
    [t('registrations.entities'), entitiesText(entities, words)],
    [t('word.attributes'), attrs.length === 0 ? t('registrations.whole') : attrs.join(', ')],
    [t('word.expires'), words.ago(expiresAtSeconds)],
  ]);
  const json = JSON.stringify(JSON.parse(renderJson(registrationToJson(registration))), null, 2);
  return {
    title,
    content: html`<p class="crumbs">
        <a href="${visit.link('registrations')}">${t('registrations.title')}</a>
      </p>
      <h1>${title}</h1>
      ${card('health', t('registration.health'), health(state, words), 'half')}${card('definition', t('registration.definition'), definition, 'half')}${card(
        'json',
        t('json.title'),
        html`<details>
          <summary>${t('json.open')}</summary>
          <pre tabindex="0">${json}</pre>
        </details>`,
      )}`,
  };
}

function health(state: ProviderState | undefined, words: PageWords): Html {
  const { t } = words;
  if (state === undefined) return html`<p>${t('registration.unasked')}</p>`;
  const {
    requests,
    lastSuccessMs,
    lastFailureMs,
    lastFailureReason,
    lastFailureAnswer,
    lastFailureCorrelator,
  } = state;
  return facts([
    [t('word.state'), providerPill(state, words)],
    [t('registration.asked'), words.counted('registration.times', requests)],
    [t('registration.lastAnswer'), words.ago(lastSuccessMs && lastSuccessMs / 1000)],
    [t('registration.lastFailure'), words.ago(lastFailureMs && lastFailureMs / 1000)],
    [t('word.reason'), lastFailureReason],
    [t('registration.said'), lastFailureAnswer && html`<code>${lastFailureAnswer}</code>`],
    [t('word.correlator'), lastFailureCorrelator && html`<code>${lastFailureCorrelator}</code>`],
  ]);
}
