import { renderString, type AttributeInput, type Metadata } from '@smart-city/context';
import { renderValue } from '@smart-city/ngsiv2';
import type {
  ProviderQuery,
  ProviderUpdate,
  WireEntity,
} from '../../../../core/registrations/forwarding/provider-request';
import type { WireRequest } from '../../../../core/registrations/forwarding/wire-request';
import type { LegacyValues } from './legacy-values';

/** Path and body of a query to a provider that speaks NGSIv1 (`legacyForwarding`). */
export function renderQueryV1({ entities, attrs }: ProviderQuery, as: LegacyValues): WireRequest {
  const list = entities.map((entity) => `{${identity(entity, as)}}`).join(',');
  // Until 4.0.0 no list stands for all attributes, since then an empty one.
  const wanted =
    as === 'texts' && attrs.length === 0 ? '' : `,"attributes":[${attrs.map(renderString).join(',')}]`;
  return { path: '/queryContext', logPath: '/queryContext', body: `{"entities":[${list}]${wanted}}` };
}

/** Path and body of an update to a provider that speaks NGSIv1. */
export function renderUpdateV1({ entities }: ProviderUpdate, as: LegacyValues): WireRequest {
  const elements = entities.map(
    ({ entity, attrs }) =>
      `{${identity(entity, as)},"attributes":[${attrs.map((attr) => attribute(attr, as)).join(',')}]}`,
  );
  return {
    path: '/updateContext',
    logPath: '/updateContext',
    body: `{"contextElements":[${elements.join(',')}],"updateAction":"UPDATE"}`,
  };
}

function identity({ id, isPattern, type }: WireEntity, as: LegacyValues): string {
  const [first, last] = [`"id":${renderString(id)}`, `"type":${renderString(type ?? '')}`];
  const members = [first, `"isPattern":"${isPattern}"`, last];
  return (as === 'texts' ? members.reverse() : members).join(',');
}

function attribute({ name, type = '', value, metadata }: AttributeInput, as: LegacyValues): string {
  const items = [...metadata].map(
    ([key, item]) =>
      `{"name":${renderString(key)},"type":${renderString(item.type)},"value":${metadataValue(item, as)}}`,
  );
  const metadatas = items.length === 0 ? '' : `,"metadatas":[${items.join(',')}]`;
  return `{"name":${renderString(name)},"type":${renderString(type)},"value":${renderValue(type, value)}${metadatas}}`;
}

/** Since 4.0.0 Orion writes the whole metadata, as in NGSIv2, in the place of its value. */
function metadataValue({ type, value }: Metadata, as: LegacyValues): string {
  const rendered = renderValue(type, value);
  return as === 'texts' ? rendered : `{"type":${renderString(type)},"value":${rendered}}`;
}
