import {
  badRequest,
  type JsonObject,
  type JsonValue,
  listOf,
  mapOf,
  type StoredDocument,
  textOf,
} from '@smart-city/context';
import { hasForbiddenChars, optionalString, optionalStringList } from './json-fields';

/**
 * Members of a subscription that Orion does not have. Absent where a client does not give them; stored below one member of
 * the csubs document, which Orion passes over.
 */
export interface SubscriptionAdditions {
  /** Who it belongs to. */
  readonly owner?: string;
  readonly labels?: readonly string[];
  /** `last`: what throttling keeps back is sent, as it is then, when the time is up. Absent: it is dropped, as by Orion. */
  readonly throttlingMode?: 'last';
}

/** The same as a request gives them: an empty text or list, and the mode `drop`, take one away. */
export interface AdditionsInput {
  readonly owner?: string;
  readonly labels?: readonly string[];
  readonly throttlingMode?: 'last' | 'drop';
}

/** Of csubs documents. */
export const ADDITIONS_MEMBER = 'additions';

const LONGEST_OWNER = 256;
const LONGEST_LABEL = 64;
const MOST_LABELS = 32;

/** @throws NgsiError BadRequest */
export function parseAdditions(body: JsonObject): AdditionsInput {
  const owner = optionalString(body, 'owner');
  if (owner !== undefined) checkText('owner', owner, LONGEST_OWNER);
  const labels = optionalStringList(body, 'labels');
  if (labels !== undefined && labels.length > MOST_LABELS)
    throw badRequest(`max ${MOST_LABELS} labels exceeded`);
  for (const label of labels ?? []) {
    checkText('label', label, LONGEST_LABEL);
    if (label.includes(',')) throw badRequest('forbidden characters in label');
  }
  const throttlingMode = optionalString(body, 'throttlingMode');
  if (throttlingMode !== undefined && throttlingMode !== 'last' && throttlingMode !== 'drop')
    throw badRequest('throttlingMode is not valid: it has to be either last or drop');
  return {
    ...(owner !== undefined && { owner }),
    ...(labels !== undefined && { labels }),
    ...(throttlingMode !== undefined && { throttlingMode }),
  };
}

function checkText(what: string, text: string, longest: number): void {
  if (Buffer.byteLength(text) > longest) throw badRequest(`max ${what} length exceeded`);
  if (hasForbiddenChars(text)) throw badRequest(`forbidden characters in ${what}`);
}

/** What a request leaves of them; those that are taken away are not there. */
export function patchAdditions(before: SubscriptionAdditions, input: AdditionsInput): SubscriptionAdditions {
  const { owner = before.owner, labels = before.labels, throttlingMode = before.throttlingMode } = input;
  return {
    ...(owner && { owner }),
    ...(labels !== undefined && labels.length > 0 && { labels }),
    ...(throttlingMode === 'last' && { throttlingMode }),
  };
}

/** As a GET shows them, after what Orion shows; in the document too. */
export const additionMembers = ({
  owner,
  labels,
  throttlingMode,
}: SubscriptionAdditions): readonly (readonly [string, JsonValue | undefined])[] => [
  ['throttlingMode', throttlingMode],
  ['owner', owner],
  ['labels', labels],
];

/** Undefined for none. */
export function additionsToDocument(additions: SubscriptionAdditions): JsonObject | undefined {
  const members = additionMembers(additions).filter(
    (member): member is readonly [string, JsonValue] => member[1] !== undefined,
  );
  return members.length === 0 ? undefined : new Map(members);
}

export function additionsOfDocument(document: StoredDocument): SubscriptionAdditions {
  const stored = mapOf(document.get(ADDITIONS_MEMBER));
  const labels = listOf(stored.get('labels')).map(textOf);
  return patchAdditions(
    {},
    {
      owner: textOf(stored.get('owner')),
      labels: labels.filter((label) => label !== ''),
      throttlingMode: stored.get('throttlingMode') === 'last' ? 'last' : 'drop',
    },
  );
}
