import {
  isJsonArray,
  renderString,
  type AttributeInput,
  type Entity,
  type JsonValue,
} from '@smart-city/context';
import { NGSIV2, renderNormalizedAttribute } from '@smart-city/ngsiv2';
import type { ProviderPage } from '../../../core/registrations/forwarding/provider-page';
import type {
  ProviderQuery,
  ProviderUpdate,
  WireEntity,
} from '../../../core/registrations/forwarding/provider-request';
import type { ProviderWire } from '../../../core/registrations/forwarding/provider-wire';
import type { UpdateAnswer } from '../../../core/registrations/forwarding/update-answer';
import type { WireRequest } from '../../../core/registrations/forwarding/wire-request';
import { readWireEntity } from './read-entity';

/** Providers that speak NGSIv2. */
export const ngsiv2Wire: ProviderWire = {
  name: NGSIV2,
  isDeprecated: false,
  renderQuery: renderQueryV2,
  readQuery: ({ status, body }) => readQueryAnswerV2(status, body),
  renderUpdate: renderUpdateV2,
  readUpdate: ({ status }) => readUpdateAnswerV2(status),
};

/** Path and body of a query to a provider that speaks NGSIv2. */
export function renderQueryV2({ entities, attrs }: ProviderQuery, page: ProviderPage): WireRequest {
  // For an entity that is named there is always room: it may be one that is here and lacks an attribute.
  const limit = entities.some(({ isPattern }) => !isPattern) ? Math.max(1, page.limit) : page.limit;
  return {
    path: `/op/query?limit=${limit}&offset=${page.offset}&options=count`,
    logPath: '/op/query',
    body: `{"entities":[${entities.map((entity) => `{${identity(entity)}}`).join(',')}],"attrs":[${attrs.map(renderString).join(',')}]}`,
  };
}

/** Path and body of an update to a provider that speaks NGSIv2. */
export function renderUpdateV2({ entities }: ProviderUpdate): WireRequest {
  const items = entities.map(
    ({ entity, attrs }) => `{${[identity(entity), ...attrs.map(attribute)].join(',')}}`,
  );
  return {
    path: '/op/update',
    logPath: '/op/update',
    body: `{"entities":[${items.join(',')}],"actionType":"update"}`,
  };
}

function identity({ id, isPattern, type }: WireEntity): string {
  const name = `"${isPattern ? 'idPattern' : 'id'}":${renderString(id)}`;
  return type === undefined || type === '' ? name : `${name},"type":${renderString(type)}`;
}

const attribute = ({ name, type = '', value, metadata }: AttributeInput): string =>
  `${renderString(name)}:${renderNormalizedAttribute(name, { type, value, metadata, creDate: 0, modDate: 0 })}`;

/** Entities of an answer; undefined when it is not a list of entities. What is no entity in it is left out. */
export function readQueryAnswerV2(
  status: number,
  body: JsonValue | undefined,
): readonly Entity[] | undefined {
  if (status < 200 || status > 299 || !isJsonArray(body)) return undefined;
  return body.map(readWireEntity).filter((entity) => entity !== undefined);
}

/** Only 204 is success; 404 and 422 are "not there", anything else a failure. */
export function readUpdateAnswerV2(status: number): UpdateAnswer {
  if (status === 204) return { kind: 'done' };
  if (status === 404 || status === 422) return { kind: 'missing' };
  return { kind: 'failed', fault: 'unexpectedStatus' };
}
