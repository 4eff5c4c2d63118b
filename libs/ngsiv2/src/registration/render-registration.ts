import {
  type JsonObject,
  type JsonValue,
  type ProvidedEntity,
  type Registration,
  renderDateTime,
} from '@smart-city/context';
import { NGSIV1 } from '../protocols';

/** A registration as the API shows it; members in Orion's order. */
export function registrationToJson({
  id,
  description,
  expiresAtSeconds,
  entities,
  attrs,
  provider,
  status,
}: Registration): JsonObject {
  const members = new Map<string, JsonValue>([['id', id]]);
  if (description !== undefined) members.set('description', description);
  if (expiresAtSeconds !== undefined) members.set('expires', renderDateTime(expiresAtSeconds));
  members.set(
    'dataProvided',
    new Map<string, JsonValue>([
      ['entities', entities.map(entityToJson)],
      ['attrs', attrs],
    ]),
  );
  members.set(
    'provider',
    new Map<string, JsonValue>([
      ['http', new Map([['url', provider.url]])],
      ['supportedForwardingMode', provider.forwardingMode],
      ['legacyForwarding', provider.protocol === NGSIV1],
    ]),
  );
  members.set('status', status ?? 'active');
  return members;
}

function entityToJson({ id, isPattern, type }: ProvidedEntity): JsonObject {
  const members = new Map<string, JsonValue>([[isPattern ? 'idPattern' : 'id', id]]);
  if (type !== undefined && type !== '') members.set('type', type);
  return members;
}
