import {
  FORWARDING_MODES,
  isJsonObject,
  parseJson,
  renderExactJson,
  type ForwardingMode,
  type JsonObject,
  type ProvidedEntity,
  type Registration,
} from '@smart-city/context';
import { ADDITIONS_MEMBER, NGSIV1, NGSIV2 } from '@smart-city/ngsiv2';
import { Long, type Document } from 'mongodb';
import { documentId } from './document-id';

/** Member of `additions` that names a protocol other than NGSIv2 and NGSIv1. */
export const PROTOCOL_MEMBER = 'protocol';

/** Expiration times from here on mean "never" (the largest int64). */
const PERMANENT = 9e18;

/** Document of the collection `registrations`, as Orion writes it. */
export function registrationToDocument(registration: Registration): Document {
  const { id, description, expiresAtSeconds, servicePath, entities, attrs, provider, status } = registration;
  return {
    _id: documentId(id),
    ...(description !== undefined && { description }),
    expiration: expiresAtSeconds === undefined ? Long.MAX_VALUE : Long.fromNumber(expiresAtSeconds),
    servicePath,
    contextRegistration: [
      {
        entities: entities.map(entityToDocument),
        attrs: attrs.map((name) => ({ name, type: '' })),
        providingApplication: provider.url,
      },
    ],
    ...(status !== undefined && { status }),
    ...protocolToDocument(registration),
  };
}

/** Orion asks no provider of a protocol that it does not know: what is ours stands beside what it reads. */
function protocolToDocument({ provider: { protocol, forwardingMode }, stated }: Registration): Document {
  if (protocol === NGSIV1) return { fwdMode: forwardingMode, format: 'JSON' };
  if (protocol === NGSIV2) return { fwdMode: forwardingMode, format: 'normalized' };
  return {
    fwdMode: 'none',
    format: 'normalized',
    [ADDITIONS_MEMBER]: {
      [PROTOCOL_MEMBER]: protocol,
      fwdMode: forwardingMode,
      ...(stated !== undefined && { stated: renderExactJson(stated) }),
    },
  };
}

function entityToDocument({ id, isPattern, type }: ProvidedEntity): Document {
  return { id, ...(isPattern && { isPattern: true }), ...(type !== undefined && { type }) };
}

/**
 * Reads a document, whatever version of Orion wrote it: `isPattern` may be a string, fields may be missing. A document
 * of NGSIv1 with several `contextRegistration` items gives one registration for each, all with the same id.
 */
export function registrationsOfDocument(document: Document): readonly Registration[] {
  const items = Array.isArray(document['contextRegistration'])
    ? (document['contextRegistration'] as readonly unknown[])
    : [];
  const expiration = numberOf(document['expiration']);
  const status = document['status'] as unknown;
  const common = {
    id: String(document['_id']),
    servicePath: textOf(document['servicePath']) || '/',
    ...(textOf(document['description']) !== '' && { description: textOf(document['description']) }),
    ...(expiration !== undefined && expiration < PERMANENT && { expiresAtSeconds: Math.trunc(expiration) }),
    ...((status === 'active' || status === 'inactive') && ({ status } as const)),
  };
  const given: unknown = document[ADDITIONS_MEMBER];
  const additions: Document = isDocument(given) ? given : {};
  const protocol = textOf(additions[PROTOCOL_MEMBER]) || protocolOf(document['format']);
  const mode: unknown = additions['fwdMode'] ?? document['fwdMode'];
  const forwardingMode: ForwardingMode = FORWARDING_MODES.find((known) => known === mode) ?? 'all';
  const stated = statedIn(additions['stated']);
  return items.filter(isDocument).map((item) => ({
    ...common,
    entities: listOf(item['entities']).map(entityOfDocument),
    attrs: listOf(item['attrs'])
      .map((attr) => textOf(attr['name']))
      .filter((name) => name !== ''),
    provider: {
      url: textOf(item['providingApplication']),
      forwardingMode,
      protocol,
    },
    ...(stated !== undefined && { stated }),
  }));
}

const protocolOf = (format: unknown): string => ((format ?? 'JSON') === 'JSON' ? NGSIV1 : NGSIV2);

function statedIn(text: unknown): JsonObject | undefined {
  if (typeof text !== 'string') return undefined;
  const stated = parseJson(text);
  return isJsonObject(stated) ? stated : undefined;
}

function entityOfDocument(document: Document): ProvidedEntity {
  const isPattern = document['isPattern'] === true || document['isPattern'] === 'true';
  const type = textOf(document['type']);
  return { id: textOf(document['id']), isPattern, ...(type !== '' && { type }) };
}

const isDocument = (value: unknown): value is Document => value !== null && typeof value === 'object';
const listOf = (value: unknown): readonly Document[] =>
  Array.isArray(value) ? (value as unknown[]).filter(isDocument) : [];
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return value instanceof Long ? value.toNumber() : undefined;
}
