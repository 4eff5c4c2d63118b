import type { ProvidedEntity } from '@smart-city/context';
import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import { pill } from '../../html/pill';
import type { ProviderState } from '../../core/registrations/forwarding/provider-health';
import { whichEntities } from '../subscription-wording';

/** How the last exchange ended, and when. */
export function providerPill(state: ProviderState | undefined, words: PageWords): Html {
  const { t } = words;
  if (state === undefined) return pill(t('provider.unasked'), 'idle');
  const { failsInARow, lastFailureReason, lastFailureMs, lastSuccessMs } = state;
  if (failsInARow === 0)
    return html`${pill(t('provider.ok'), 'ok')} ${words.ago(lastSuccessMs && lastSuccessMs / 1000)}`;
  const count = words.number(failsInARow);
  const text = failsInARow > 1 ? t('provider.failingTimes', { count }) : t('provider.failing');
  return html`${pill(text, 'bad')} ${words.ago(lastFailureMs && lastFailureMs / 1000)}
    <div class="note">${lastFailureReason}</div>`;
}

export const entitiesText = (entities: readonly ProvidedEntity[], words: PageWords): string =>
  entities
    .map(({ id, isPattern, type }) => whichEntities({ id: isPattern ? undefined : id, type }, words))
    .join('; ');
