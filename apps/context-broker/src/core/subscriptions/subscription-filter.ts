import { badRequest, compileSelector } from '@smart-city/context';
import { type SubjectEntity, type Subscription } from '@smart-city/ngsiv2';

/** What a list of subscriptions can be asked for, all of it together. */
export interface SubscriptionFilter {
  /** Part of the description, whatever its letter case. */
  readonly description?: string;
  /** Part of the address that is notified, whatever its letter case. */
  readonly url?: string;
  /** An entity that the subscription is about, by its id, its type, or both. */
  readonly id?: string;
  readonly type?: string;
  /** One whose changes are told: named by the condition, or it names none. */
  readonly attribute?: string;
  /** As a GET shows it. */
  readonly status?: Status;
  readonly owner?: string;
  /** All of them. */
  readonly labels: readonly string[];
}

const STATUSES = ['active', 'inactive', 'oneshot', 'expired', 'failed'] as const;
/** `failed`: the last attempts were not answered. */
type Status = (typeof STATUSES)[number];

const TEXTS = ['description', 'url', 'id', 'type', 'attribute', 'owner'] as const;
const NAMES: ReadonlySet<string> = new Set([
  ...TEXTS,
  'status',
  'label',
  'limit',
  'offset',
  'cursor',
  'options',
]);

/**
 * Reads URL parameters of a list that is filtered (`options=filter`); without the option they mean nothing, as to Orion.
 *
 * @throws NgsiError BadRequest  a parameter that is none, a status that is none, or no label
 */
export function parseSubscriptionFilter(values: ReadonlyMap<string, string>): SubscriptionFilter {
  for (const name of values.keys())
    if (!NAMES.has(name)) throw badRequest(`Invalid filter for subscriptions: /${name}/`);
  const given = values.get('status');
  const status = STATUSES.find((one) => one === given);
  if (given !== undefined && status === undefined)
    throw badRequest(`Invalid status for subscriptions: /${given}/ [one of ${STATUSES.join(', ')}]`);
  const texts = TEXTS.flatMap((name) => {
    const value = values.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const labels = (values.get('label') ?? '').split(',').filter((label) => label !== '');
  if (labels.length === 0 && values.has('label')) throw badRequest('label names no label');
  return { ...Object.fromEntries(texts), ...(status !== undefined && { status }), labels };
}

/** @param nowSeconds  decides whether one has expired */
export function matchSubscription(
  subscription: Subscription,
  filter: SubscriptionFilter,
  nowSeconds: number,
): boolean {
  const { description = '', url = '', id, type, attribute, status, owner, labels } = filter;
  return (
    hasPart(subscription.description ?? '', description) &&
    hasPart(subscription.notification.channel.url, url) &&
    (attribute === undefined || isTriggeredBy(subscription, attribute)) &&
    (owner === undefined || subscription.owner === owner) &&
    labels.every((label) => subscription.labels?.includes(label) ?? false) &&
    (status === undefined || hasStatus(subscription, status, nowSeconds)) &&
    ((id === undefined && type === undefined) ||
      subscription.entities.some((entity) => isAbout(entity, id, type)))
  );
}

const hasPart = (text: string, part: string): boolean =>
  part === '' || text.toLowerCase().includes(part.toLowerCase());

const isTriggeredBy = ({ condition: { attrs } }: Subscription, attribute: string): boolean =>
  attrs.length === 0 || attrs.includes(attribute);

function hasStatus(subscription: Subscription, wanted: Status, nowSeconds: number): boolean {
  const { expiresAt, status, counters } = subscription;
  if (wanted === 'failed') return counters.failsCounter > 0;
  const shown = expiresAt !== undefined && expiresAt < nowSeconds ? 'expired' : status;
  return shown === wanted;
}

const isAny = (pattern: string | undefined): boolean => pattern === undefined || pattern === '.*';

function isAbout(entity: SubjectEntity, id: string | undefined, type: string | undefined): boolean {
  const ofId = entity.id !== undefined || !isAny(entity.idPattern);
  const ofType = entity.type !== undefined || !isAny(entity.typePattern);
  try {
    const matches = compileSelector({
      ...(id !== undefined && ofId && pick('id', entity.id, entity.idPattern)),
      ...(type !== undefined && ofType && pick('type', entity.type, entity.typePattern)),
    });
    return matches({ id: id ?? '', type: type ?? '' });
  } catch {
    // Written by another broker with a pattern that this one cannot run.
    return false;
  }
}

const pick = (name: 'id' | 'type', fixed: string | undefined, pattern: string | undefined) =>
  fixed === undefined ? { [`${name}Pattern`]: pattern } : { [`${name}s`]: [fixed] };
