import { isJsonObject, renderExactJson, type JsonObject, type JsonValue } from '@smart-city/context';
import { ADDITIONS_MEMBER, CHANNEL_MEMBERS, channelToDocument, type Subscription } from '@smart-city/ngsiv2';
import { subscriptionToDocument } from './subscription-to-document';

/** What an update makes of a csubs document. Members of `additions` are each for themselves: `additions.owner`. */
export interface SubscriptionChange {
  readonly set: JsonObject;
  readonly unset: readonly string[];
}

/** Members that Orion writes with every update. */
const ALWAYS_SET = ['servicePath', 'notifyOnMetadataChange'];
const ADDITIONS_PREFIX = `${ADDITIONS_MEMBER}.`;

/**
 * The difference of two definitions. Members that stay are left as they are stored, and those that the document never had
 * stay out of it, as with Orion: another client may have changed them meanwhile. The channel is one thing: half of one and
 * half of another is none.
 */
export function subscriptionChange(after: Subscription, before: Subscription): SubscriptionChange {
  const old = pathsOf(subscriptionToDocument(before));
  const wanted = pathsOf(subscriptionToDocument(after));
  const isChanged = (name: string) => textOf(old.get(name)) !== textOf(wanted.get(name));
  const channel = [
    ...CHANNEL_MEMBERS,
    ...[before, after].flatMap(({ notification }) => [...channelToDocument(notification.channel).keys()]),
  ];
  const written = new Set([
    ...ALWAYS_SET,
    ...[...old.keys(), ...wanted.keys()].filter(isChanged),
    ...(channel.some(isChanged) ? channel : []),
    ...(isChanged('statusLastChange') ? ['status'] : []),
  ]);
  return {
    set: new Map([...wanted].filter(([name]) => written.has(name))),
    unset: [...written].filter((name) => !wanted.has(name)),
  };
}

/** The document, as it is stored now, after a change. */
export function applySubscriptionChange(stored: JsonObject, { set, unset }: SubscriptionChange): JsonObject {
  const paths = new Map([...pathsOf(stored), ...set]);
  for (const name of unset) paths.delete(name);
  const isAddition = (name: string) => name.startsWith(ADDITIONS_PREFIX);
  const additions = [...paths].filter(([name]) => isAddition(name));
  return new Map<string, JsonValue>([
    ...[...paths].filter(([name]) => !isAddition(name)),
    ...(additions.length === 0
      ? []
      : [
          [
            ADDITIONS_MEMBER,
            new Map(additions.map(([name, value]) => [name.slice(ADDITIONS_PREFIX.length), value])),
          ] as const,
        ]),
  ]);
}

const textOf = (value: JsonValue | undefined): string | undefined =>
  value === undefined ? undefined : renderExactJson(value);

const pathsOf = (document: JsonObject): JsonObject =>
  new Map(
    [...document].flatMap(([name, value]) =>
      name === ADDITIONS_MEMBER && isJsonObject(value)
        ? [...value].map(([member, addition]) => [ADDITIONS_PREFIX + member, addition] as const)
        : [[name, value] as const],
    ),
  );
