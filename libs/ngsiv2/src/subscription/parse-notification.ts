import { badRequest, isJsonObject, type JsonObject, type JsonValue } from '@smart-city/context';
import { parseChannel } from './channels/channels';
import { optionalBoolean, optionalInteger, optionalString, optionalStringList } from './json-fields';
import { ATTRS_FORMATS, type AttrsFormat, type SubscriptionNotification } from './subscription';
import { NGSIV2 } from '../protocols';

/**
 * `notification` of a request. `isExceptAttrs`, `onlyChangedAttrs` and `covered` are absent when the client did not give
 * them, which on PATCH keeps the old ones; everything else absent goes back to its default.
 */
export interface NotificationInput extends Omit<
  SubscriptionNotification,
  'isExceptAttrs' | 'onlyChangedAttrs' | 'covered'
> {
  readonly isExceptAttrs?: boolean;
  readonly onlyChangedAttrs?: boolean;
  readonly covered?: boolean;
}

/** @throws NgsiError BadRequest with Orion's texts */
export function parseNotification(notification: JsonValue, { allowLegacy = false } = {}): NotificationInput {
  if (!isJsonObject(notification)) throw badRequest('notification is not an object');
  const channel = parseChannel(notification);
  const { attrs, isExceptAttrs } = parseAttributeLists(notification);
  const onlyChangedAttrs = optionalBoolean(notification, 'onlyChangedAttrs');
  const covered = optionalBoolean(notification, 'covered');
  if (covered === true && attrs.length === 0)
    throw badRequest('covered true cannot be used if notification attributes list is empty');
  const metadata = optionalStringList(notification, 'metadata') ?? [];
  const attrsFormat = parseAttrsFormat(notification, allowLegacy);
  const maxFailsLimit = optionalInteger(notification, 'maxFailsLimit');
  if (maxFailsLimit !== undefined && maxFailsLimit <= 0)
    throw badRequest('maxFailsLimit must be greater than zero');
  return {
    form: NGSIV2,
    channel,
    attrs,
    metadata,
    attrsFormat,
    ...(isExceptAttrs === undefined ? {} : { isExceptAttrs }),
    ...(onlyChangedAttrs === undefined ? {} : { onlyChangedAttrs }),
    ...(covered === undefined ? {} : { covered }),
    ...(maxFailsLimit === undefined ? {} : { maxFailsLimit }),
  };
}

const ATTRIBUTES = { areAttributeNames: true };

function parseAttributeLists(notification: JsonObject): {
  attrs: readonly string[];
  isExceptAttrs?: boolean;
} {
  if (notification.has('attrs') && notification.has('exceptAttrs'))
    throw badRequest('http notification has attrs and exceptAttrs');
  const attrs = optionalStringList(notification, 'attrs', ATTRIBUTES);
  if (attrs !== undefined) return { attrs, isExceptAttrs: false };
  const exceptAttrs = optionalStringList(notification, 'exceptAttrs', ATTRIBUTES);
  if (exceptAttrs === undefined) return { attrs: [] };
  if (exceptAttrs.length === 0) throw badRequest('http notification has exceptAttrs is empty');
  return { attrs: exceptAttrs, isExceptAttrs: true };
}

function parseAttrsFormat(notification: JsonObject, allowLegacy: boolean): AttrsFormat {
  const text = optionalString(notification, 'attrsFormat');
  if (text === undefined) return 'normalized';
  const format = ATTRS_FORMATS.find((candidate) => candidate === text);
  if (format === undefined || (format === 'legacy' && !allowLegacy)) {
    throw badRequest(
      'invalid attrsFormat, accepted values: normalized, simplifiedNormalized, keyValues, simplifiedkeyValues, values',
    );
  }
  return format;
}
