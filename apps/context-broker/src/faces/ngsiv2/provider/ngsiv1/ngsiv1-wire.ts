import { NGSIV1 } from '@smart-city/ngsiv2';
import type { ProviderWire } from '../../../../core/registrations/forwarding/provider-wire';
import type { LegacyValues } from './legacy-values';
import { readQueryAnswerV1, readUpdateAnswerV1 } from './read-answers';
import { renderQueryV1, renderUpdateV1 } from './render-requests';

/** Providers that speak NGSIv1 (`legacyForwarding`). */
export const createNgsiv1Wire = (values: LegacyValues): ProviderWire => ({
  name: NGSIV1,
  isDeprecated: true,
  renderQuery: (query) => renderQueryV1(query, values),
  readQuery: (answer) => readQueryAnswerV1(answer, values),
  renderUpdate: (update) => renderUpdateV1(update, values),
  readUpdate: ({ body, text }) => readUpdateAnswerV1(body, text === '', values),
});
