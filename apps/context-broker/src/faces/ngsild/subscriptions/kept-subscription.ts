import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@smart-city/context';
import {
  CORE_CONTEXT_URL,
  memberObject,
  memberText,
  readDateTime,
  type LdSubscriptionMembers,
} from '@smart-city/ngsild';
import type { SubjectEntity, Subscription, SubscriptionDefinition } from '@smart-city/ngsiv2';
import { channelOf } from './endpoint-channel';

/** Name of NGSI-LD as the language of conditions, and as the form of notifications. */
export const NGSILD = 'ngsild';

/** Facts of a subscription that are fixed when it is written, besides its members. */
export interface KeptFacts {
  /** The `@context` of the subscription as it was given; undefined for none. */
  readonly context: JsonValue | undefined;
  /** Address that notifications name for their context. */
  readonly contextUrl: string;
  /** Header fields of notifications, by `receiverInfo`. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The tree of `q`, as JSON text: its names are stored names. */
  readonly query: string | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  readonly modifiedAtMs: number;
}

const FACTS = '$facts';

/** Makes the subscription of the core: what it is looked up by, and in what is stated all the rest. */
export function definitionOf(members: LdSubscriptionMembers, facts: KeptFacts): SubscriptionDefinition {
  const { description, expiresAt, throttling } = Object.fromEntries(members);
  const notification = memberObject(members, 'notification');
  return {
    // Scopes are asked for by `scopeQ`: every service path counts.
    servicePath: '/#',
    ...(typeof description === 'string' && { description }),
    ...(typeof expiresAt === 'string' && { expiresAt: readDateTime(expiresAt) }),
    status: members.get('isActive') === false ? 'inactive' : 'active',
    entities: subjectsOf(members.get('entities')),
    condition: {
      language: NGSILD,
      stated: new Map<string, JsonValue>([...members, [FACTS, factsToJson(facts)]]),
      attrs: textsOf(members.get('watchedAttributes')),
      // Its triggers are finer: the tests of the language decide.
      alterationTypes: ['entityCreate', 'entityUpdate', 'entityDelete'],
      notifyOnMetadataChange: true,
    },
    notification: {
      form: NGSILD,
      channel: channelOf(notification),
      attrs: [],
      isExceptAttrs: false,
      onlyChangedAttrs: false,
      covered: false,
      metadata: [],
      attrsFormat: 'normalized',
    },
    throttlingSeconds: typeof throttling === 'number' ? throttling : 0,
  };
}

/** Returns the members that were stated, and the facts. */
export function keptOf({ condition }: Pick<Subscription, 'condition'>): {
  readonly members: LdSubscriptionMembers;
  readonly facts: KeptFacts;
} {
  const members = new Map(condition.stated ?? []);
  const facts = factsOfJson(members.get(FACTS));
  members.delete(FACTS);
  return { members, facts };
}

/** Entities by what is fixed in them. A selection of several types is none that they can be looked up by. */
function subjectsOf(entities: JsonValue | undefined): readonly SubjectEntity[] {
  if (!isJsonArray(entities)) return [{ idPattern: '.*' }];
  return entities.flatMap((item): readonly SubjectEntity[] => {
    if (!isJsonObject(item)) return [];
    const type = item.get('type');
    const fixed = typeof type === 'string' && /^[^,;|()*\s]+$/.test(type) ? { type } : {};
    const id = item.get('id');
    const ids = typeof id === 'string' ? [id] : textsOf(id);
    return ids.length > 0 ? ids.map((one) => ({ id: one, ...fixed })) : [{ idPattern: '.*', ...fixed }];
  });
}

export const textsOf = (value: JsonValue | undefined): readonly string[] =>
  isJsonArray(value) ? value.filter((item) => typeof item === 'string') : [];

function factsToJson({
  context,
  contextUrl,
  headers,
  query,
  createdAtMs,
  modifiedAtMs,
}: KeptFacts): JsonObject {
  return new Map<string, JsonValue>([
    ...(context === undefined ? [] : ([['context', context]] as const)),
    ['contextUrl', contextUrl],
    ['headers', headers],
    ...(query === undefined ? [] : ([['query', query]] as const)),
    ['createdAtMs', createdAtMs],
    ['modifiedAtMs', modifiedAtMs],
  ]);
}

function headerOf(header: JsonValue): readonly [name: string, value: string] {
  const [name = '', value = ''] = textsOf(header);
  return [name, value];
}

function factsOfJson(value: JsonValue | undefined): KeptFacts {
  const facts = isJsonObject(value) ? value : new Map<string, JsonValue>();
  const headers = facts.get('headers');
  return {
    context: facts.get('context'),
    contextUrl: memberText(facts, 'contextUrl') ?? CORE_CONTEXT_URL,
    headers: isJsonArray(headers) ? headers.map(headerOf) : [],
    query: memberText(facts, 'query'),
    createdAtMs: Number(facts.get('createdAtMs') ?? 0),
    modifiedAtMs: Number(facts.get('modifiedAtMs') ?? 0),
  };
}
