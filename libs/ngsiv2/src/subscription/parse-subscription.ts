import {
  badRequest,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  NgsiError,
  parseDateTime,
} from '@smart-city/context';
import { parseAdditions, patchAdditions, type AdditionsInput } from './additions';
import { patchChannel } from './channels/channels';
import { hasForbiddenChars, optionalInteger, optionalString } from './json-fields';
import { parseNotification, type NotificationInput } from './parse-notification';
import { parseSubject, type SubjectInput } from './parse-subject';
import { type Subscription, type SubscriptionDefinition, type SubscriptionStatus } from './subscription';
import { NGSIV2 } from '../protocols';

const LONGEST_DESCRIPTION = 1024;

export interface SubscriptionParseOptions {
  /** `attrsFormat: legacy` is accepted below 4.0.0. */
  readonly allowLegacy?: boolean;
  /** `q` and `mq` are in the extended language where the expression does not say which they are in. */
  readonly extendedQuery?: boolean;
}

/** What a request says about a subscription; absent parts were not in it. `expiresAt: null` means permanent. */
export interface SubscriptionInput extends AdditionsInput {
  readonly description?: string;
  readonly subject?: SubjectInput;
  readonly notification?: NotificationInput;
  readonly expiresAt?: number | null;
  readonly status?: SubscriptionStatus;
  readonly throttlingSeconds?: number;
}

/**
 * Parses the body of `POST /v2/subscriptions`.
 *
 * @throws NgsiError BadRequest with Orion's texts, checked in Orion's order
 */
export function parseNewSubscription(
  body: JsonValue,
  servicePath: string,
  options: SubscriptionParseOptions = {},
): SubscriptionDefinition {
  const input = parseInput(body, true, options);
  return applyPatch({ ...EMPTY, servicePath }, input);
}

/** Parses the body of `PATCH /v2/subscriptions/{id}`. @throws NgsiError BadRequest as {@link parseNewSubscription} */
export function parseSubscriptionPatch(
  body: JsonValue,
  options: SubscriptionParseOptions = {},
): SubscriptionInput {
  return parseInput(body, false, options);
}

/** Nothing yet: what {@link applyPatch} starts from on creation, whose parser insists on the parts that matter. */
const EMPTY: Omit<SubscriptionDefinition, 'servicePath'> = {
  status: 'active',
  entities: [],
  condition: { language: NGSIV2, attrs: [], alterationTypes: [], notifyOnMetadataChange: true },
  notification: {
    form: NGSIV2,
    channel: {
      kind: 'http',
      url: '',
      timeoutMs: 0,
      headers: new Map(),
      qs: new Map(),
      body: { kind: 'default' },
    },
    attrs: [],
    isExceptAttrs: false,
    onlyChangedAttrs: false,
    covered: false,
    metadata: [],
    attrsFormat: 'normalized',
  },
  throttlingSeconds: 0,
};

/** Replaces each top-level part that the request gives, as far as the parts themselves do not outlive it ({@link patchChannel}). */
export function applyPatch<T extends SubscriptionDefinition>(before: T, input: SubscriptionInput): T {
  const { description: oldDescription, expiresAt: oldExpiresAt, ...others } = before;
  const { owner: _owner, labels: _labels, throttlingMode: _throttlingMode, ...rest } = others;
  const description = input.description ?? oldDescription;
  const expiresAt = input.expiresAt === undefined ? oldExpiresAt : (input.expiresAt ?? undefined);
  return {
    ...(rest as unknown as T),
    ...patchAdditions(before, input),
    ...(description ? { description } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(input.status === undefined ? {} : { status: input.status }),
    ...(input.throttlingSeconds === undefined ? {} : { throttlingSeconds: input.throttlingSeconds }),
    ...patchSubject(before, input.subject),
    ...(input.notification === undefined
      ? {}
      : { notification: patchNotification(before, input.notification) }),
  };
}

/** `notifyOnMetadataChange` is true again after every request that does not say otherwise. */
function patchSubject(
  before: SubscriptionDefinition,
  input: SubjectInput | undefined,
): Pick<Subscription, 'entities' | 'condition'> {
  const { entities, condition } = input ?? before;
  const notifyOnMetadataChange = input?.condition.notifyOnMetadataChange ?? true;
  return { entities, condition: { ...condition, notifyOnMetadataChange } };
}

function patchNotification(
  { notification: old }: SubscriptionDefinition,
  input: NotificationInput,
): Subscription['notification'] {
  const {
    isExceptAttrs = old.isExceptAttrs,
    onlyChangedAttrs = old.onlyChangedAttrs,
    covered = old.covered,
    ...given
  } = input;
  const channel = patchChannel(old.channel, given.channel);
  return { ...given, channel, isExceptAttrs, onlyChangedAttrs, covered };
}

function parseInput(body: JsonValue, isNew: boolean, options: SubscriptionParseOptions): SubscriptionInput {
  if (!isJsonObject(body)) throw new NgsiError('ParseError', 'Errors found in incoming JSON buffer');
  if (body.size === 0) throw badRequest('empty payload');
  const description = parseDescription(body);
  if (isNew && !body.has('subject')) throw badRequest('no subject for subscription specified');
  const subject = body.has('subject') ? parseSubject(body.get('subject')!, options) : undefined;
  if (isNew && !body.has('notification')) throw badRequest('no notification for subscription specified');
  const notification = body.has('notification')
    ? parseNotification(body.get('notification')!, options)
    : undefined;
  const expiresAt = parseExpires(body);
  const status = parseStatus(body);
  const throttlingSeconds = optionalInteger(body, 'throttling');
  return {
    ...parseAdditions(body),
    ...(description === undefined ? {} : { description }),
    ...(subject === undefined ? {} : { subject }),
    ...(notification === undefined ? {} : { notification }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(status === undefined ? {} : { status }),
    ...(throttlingSeconds === undefined ? {} : { throttlingSeconds }),
  };
}

function parseDescription(body: JsonObject): string | undefined {
  const description = optionalString(body, 'description');
  if (description === undefined) return undefined;
  if (Buffer.byteLength(description) > LONGEST_DESCRIPTION)
    throw badRequest('max description length exceeded');
  if (hasForbiddenChars(description)) throw badRequest('forbidden characters in description');
  return description;
}

function parseExpires(body: JsonObject): number | null | undefined {
  const expires = optionalString(body, 'expires');
  if (expires === undefined) return undefined;
  if (expires === '') return null;
  const seconds = parseDateTime(expires);
  if (seconds === undefined) throw badRequest('expires has an invalid format');
  // Kept as a whole number of seconds, as in the csubs documents.
  return Math.floor(seconds);
}

function parseStatus(body: JsonObject): SubscriptionStatus | undefined {
  const status = optionalString(body, 'status');
  if (status === undefined || status === 'active' || status === 'inactive' || status === 'oneshot')
    return status;
  throw badRequest('status is not valid: it has to be either active, inactive or oneshot');
}
