import { randomUUID } from 'node:crypto';
import type { LogContext } from '@smart-city/logging';
import {
  byteOrder,
  decodePercent,
  fillJsonTemplate,
  parseKafkaUrl,
  parseTargetUrl,
  renderJson,
  renderTemplate,
  type JexlContext,
  type Template,
} from '@smart-city/ngsi';
import type { TraceContext } from '@smart-city/telemetry';
import type { CompiledSubscription } from '../subscriptions/compiled-subscription';
import type { CompiledTemplates } from '../subscriptions/compiled-channel';
import { writeCustomBody, type WrittenBody } from './custom-body';
import { jexlContextOf } from '../subscriptions/jexl-context';
import { renderContents } from './notification-body';
import { kafkaHeaders } from './kafka-headers';
import type { NotificationContent } from './notification-content';
import type { Outgoing, OutgoingHttp } from './outgoing';
import { notificationHeaders } from './outgoing-headers';

/** What a notification takes over from the request that caused it. */
export interface RequestFacts {
  readonly tenant: string;
  readonly authToken: string | undefined;
  readonly log?: LogContext;
  readonly trace?: TraceContext | undefined;
  /** Called once for each notification. */
  nextNotificationCorrelator(): string;
}

export interface ComposeOptions {
  /** `-outReqMsgMaxSize`, bytes. */
  readonly maxSize: number;
  /** `-disableCustomNotifications`: custom ones go out like the others, macros untouched. */
  readonly disableCustom: boolean;
  /** Give each HTTP notification its id in a header: for receivers that have to tell repetitions. */
  readonly withIdHeader: boolean;
}

/** A notification that cannot be sent; `text` is the line for the log. */
export class ComposeError extends Error {
  override readonly name = 'ComposeError';

  constructor(
    readonly level: 'error' | 'warn',
    text: string,
  ) {
    super(text);
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

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
  return address(compiled, servicePath, request, { correlator, written, templates, context, options });
}

const NO_CONTEXT: JexlContext = new Map();
const NO_HEADERS: ReadonlyMap<string, string> = new Map();

/** Expressions see the whole entity, whatever of it is shown. */
function expressionContext(
  { entity, facts }: NotificationContent,
  { tenant, authToken }: RequestFacts,
): JexlContext {
  return jexlContextOf({ entity, tenant, authToken, facts });
}

interface Composition {
  readonly correlator: string;
  readonly written: WrittenBody;
  readonly templates: CompiledTemplates | undefined;
  readonly context: JexlContext;
  readonly options: ComposeOptions;
}

function address(
  compiled: CompiledSubscription,
  servicePath: string,
  request: RequestFacts,
  { correlator, written, templates, context, options }: Composition,
): Outgoing {
  const { id: subscriptionId, notification } = compiled.subscription;
  const { channel } = notification;
  const fill = (template: Template | undefined, plain: string) =>
    template === undefined ? plain : renderTemplate(template, context, '', { maxSize: options.maxSize });
  const url = fill(templates?.url, channel.url);
  const { trace } = request;
  const common = {
    // Only what may be repeated needs a name.
    id: options.withIdHeader ? randomUUID() : '',
    tenant: request.tenant,
    subscriptionId,
    servicePath,
    correlator,
    body: written.body,
    attrsFormat: written.attrsFormat,
    acceptedAtMs: Date.now(),
    ...(request.log !== undefined && { log: request.log }),
    ...(trace !== undefined && { trace }),
  };
  switch (channel.kind) {
    case 'http':
    case 'httpCustom': {
      const target = parseTargetUrl(url);
      if (target === undefined || (target.protocol !== 'http:' && target.protocol !== 'https:'))
        throw malformed(url);
      const custom = templates === undefined ? NO_HEADERS : customHeaders(templates, context, options);
      const headers = notificationHeaders(
        {
          tenant: request.tenant,
          servicePath,
          authToken: request.authToken,
          contentType: written.contentType,
          correlator,
          attrsFormat: written.attrsFormat,
        },
        custom,
      );
      return {
        ...common,
        kind: 'http',
        method: templates === undefined || channel.kind === 'http' ? 'POST' : (channel.method ?? 'POST'),
        protocol: target.protocol,
        host: target.host,
        port: target.port,
        path: requestTarget(target.path, templates, context, options),
        headers: options.withIdHeader ? [...headers, ['Notification-Id', common.id]] : headers,
        timeoutMs: channel.timeoutMs,
      } satisfies OutgoingHttp;
    }
    case 'mqtt':
    case 'mqttCustom': {
      const target = parseTargetUrl(url);
      if (target?.protocol !== 'mqtt:') throw malformed(url);
      return {
        ...common,
        kind: 'mqtt',
        host: target.host,
        port: target.port,
        topic: fill(templates?.topic, channel.topic),
        qos: channel.qos,
        retain: channel.retain,
        ...(channel.credentials !== undefined && { credentials: channel.credentials }),
      };
    }
    case 'kafka':
    case 'kafkaCustom': {
      const brokers = parseKafkaUrl(url);
      if (brokers === undefined) throw malformed(url);
      const key = templates?.key === undefined ? channel.key : fillKey(templates.key, context);
      return {
        ...common,
        kind: 'kafka',
        brokers: brokers.map(({ host, port }) => ({ host, port })),
        topic: fill(templates?.topic, channel.topic),
        ...(key !== undefined && { key }),
        headers: kafkaHeaders(
          [
            ...(request.tenant === '' ? [] : [['Fiware-Service', request.tenant] as const]),
            ['Fiware-Servicepath', servicePath],
            ['Fiware-Correlator', correlator],
            ['Ngsiv2-AttrsFormat', written.attrsFormat],
          ],
          templates === undefined ? NO_HEADERS : customHeaders(templates, context, options),
        ),
        ...(channel.credentials !== undefined && { credentials: channel.credentials }),
        ...(channel.saslMechanism !== undefined && { saslMechanism: channel.saslMechanism }),
        ...(channel.securityProtocol !== undefined && { securityProtocol: channel.securityProtocol }),
      };
    }
  }
}

const malformed = (url: string) =>
  new ComposeError('error', `Runtime Error (not sending notification: malformed URL: '${url}')`);

/** A key whose expression gives null is no key. */
function fillKey(template: Template, context: JexlContext): string | undefined {
  const value = fillJsonTemplate({ kind: 'text', template }, context, { maxSize: 65_536 });
  return value === null ? undefined : typeof value === 'string' ? value : renderJson(value);
}

/** Names in lower case, values with `%xx` decoded; dropped are those whose name is empty or whose whole value is null. */
function customHeaders(
  templates: CompiledTemplates,
  context: JexlContext,
  { maxSize }: ComposeOptions,
): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const [nameTemplate, valueTemplate] of templates.headers) {
    const name = renderTemplate(nameTemplate, context, 'null', { maxSize }).toLowerCase();
    if (name === '' || name === 'null') continue;
    if (valueTemplate.single?.evaluate(context) === null) continue;
    headers.set(name, decodePercent(renderTemplate(valueTemplate, context, '', { maxSize })));
  }
  return headers;
}

/** Path and query; items of `qs` with an empty name or value are left out, the rest is sorted by name. */
function requestTarget(
  path: string,
  templates: CompiledTemplates | undefined,
  context: JexlContext,
  { maxSize }: ComposeOptions,
): string {
  if (templates === undefined || templates.qs.length === 0) return escapeTarget(path);
  const items = new Map<string, string>();
  for (const [nameTemplate, valueTemplate] of templates.qs) {
    const name = renderTemplate(nameTemplate, context, '', { maxSize });
    const value = renderTemplate(valueTemplate, context, '', { maxSize });
    if (name !== '' && value !== '') items.set(name, value);
  }
  if (items.size === 0) return escapeTarget(path);
  const query = [...items].sort(([a], [b]) => byteOrder(a, b)).map(([name, value]) => `${name}=${value}`);
  return escapeTarget(`${path}?${query.join('&')}`);
}

/** Nothing is encoded but what would break the request line. */
const escapeTarget = (target: string): string =>
  target.replace(/[^\x21-\x7e]+/g, (piece) =>
    Buffer.from(piece)
      .toString('hex')
      .replace(/../g, (hex) => `%${hex.toUpperCase()}`),
  );
