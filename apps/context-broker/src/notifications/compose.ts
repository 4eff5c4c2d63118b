import type { JexlContext } from '@smart-city/ngsi';
import type { CompiledSubscription } from '../subscriptions/compiled-subscription';
import { jexlContextOf } from '../subscriptions/jexl-context';
import { address } from './address';
import { ComposeError } from './compose-error';
import type { ComposeOptions, RequestFacts } from './composition';
import { writeCustomBody, type WrittenBody } from './custom-body';
import { renderContents } from './notification-body';
import type { NotificationContent } from './notification-content';
import type { Outgoing } from './outgoing';

const JSON_TYPE = 'application/json; charset=utf-8';
const NO_CONTEXT: JexlContext = new Map();

/**
 * Writes and addresses a notification. Several entities go into one, unless it is a custom one, which shows the first.
 * What cannot be written has used up its number all the same, as with the reference.
 *
 * @throws ComposeError   too large, or an address that its macros made no address
 * @throws TemplateError  a macro is not closed, or what it gives is too large
 */
export function composeContents(
  compiled: CompiledSubscription,
  contents: readonly [NotificationContent, ...NotificationContent[]],
  request: RequestFacts,
  options: ComposeOptions,
): Outgoing {
  const correlator = request.nextNotificationCorrelator();
  const { subscription, channel } = compiled;
  const templates = options.disableCustom ? undefined : channel.templates;
  const context = templates === undefined ? NO_CONTEXT : expressionContext(contents[0], request);
  const { attrsFormat } = subscription.notification;
  const written: WrittenBody =
    templates === undefined
      ? { body: renderContents(subscription.id, contents, attrsFormat), contentType: JSON_TYPE, attrsFormat }
      : writeCustomBody(templates.body, {
          content: contents[0],
          context,
          subscription,
          maxSize: options.maxSize,
        });
  const size = Buffer.byteLength(written.body);
  if (size > options.maxSize)
    throw new ComposeError('error', `Runtime Error (HTTP request to send is too large: ${size} bytes)`);
  const servicePath = contents.map(({ entity }) => entity.servicePath || '/').join(',');
  return address(subscription.notification.channel, {
    subscriptionId: subscription.id,
    servicePath,
    correlator,
    written,
    templates,
    context,
    request,
    options,
  });
}

/** Expressions see the whole entity, whatever of it is shown. */
function expressionContext(
  { entity, facts }: NotificationContent,
  { tenant, authToken }: RequestFacts,
): JexlContext {
  return jexlContextOf({ entity, tenant, authToken, facts });
}
