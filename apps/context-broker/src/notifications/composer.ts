import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { isCustomKind, type JexlContext } from '@smart-city/ngsi';
import type { CompiledSubscription } from '../subscriptions/compiled-subscription';
import { jexlContextOf } from '../subscriptions/jexl-context';
import type { Addressing } from './channels/channel';
import { Channels } from './channels/channels';
import { compileBody, type CompiledBody } from './compiled-body';
import { ComposeError } from './compose-error';
import type { ComposeOptions, RequestFacts } from './composition';
import { JSON_TYPE, writeCustomBody, type WrittenBody } from './custom-body';
import { renderContents } from './notification-body';
import type { NotificationContent } from './notification-content';
import type { Outgoing } from './outgoing';

export const COMPOSE_OPTIONS = 'context-broker.compose-options';

const NO_CONTEXT: JexlContext = new Map();

/** How the notifications of one subscription are written, worked out once. */
interface Pattern {
  /** Absent when the notification is no custom one, or goes out like one that is none. */
  readonly body?: CompiledBody;
  readonly address: Addressing<Outgoing>;
}

/** Writes and addresses notifications. */
@Injectable()
export class Composer {
  private readonly patterns = new WeakMap<CompiledSubscription, Pattern>();

  constructor(
    private readonly channels: Channels,
    @Inject(COMPOSE_OPTIONS) private readonly options: ComposeOptions,
  ) {}

  /** Whether each entity has a notification of its own, even where several could share one. */
  isOnePerEntity(compiled: CompiledSubscription): boolean {
    const { attrsFormat } = compiled.subscription.notification;
    return this.patternOf(compiled).body !== undefined || attrsFormat.startsWith('simplified');
  }

  /**
   * Several entities go into one notification, unless it is a custom one, which shows the first. What cannot be written
   * has used up its number all the same, as with the original.
   *
   * @throws ComposeError   too large, or an address that its macros made no address
   * @throws TemplateError  a macro is not closed, or what it gives is too large
   */
  compose(
    compiled: CompiledSubscription,
    contents: readonly [NotificationContent, ...NotificationContent[]],
    request: RequestFacts,
  ): Outgoing {
    const { maxSize, withIds } = this.options;
    const correlator = request.nextNotificationCorrelator();
    const { subscription } = compiled;
    const pattern = this.patternOf(compiled);
    const context = pattern.body === undefined ? NO_CONTEXT : expressionContext(contents[0], request);
    const { body, contentType, attrsFormat } = this.writeBody(compiled, pattern, contents, context);
    const byteLength = Buffer.byteLength(body);
    if (byteLength > maxSize) throw tooLarge(byteLength);
    const written = {
      id: withIds ? randomUUID() : '',
      tenant: request.tenant,
      service: request.service,
      subscriptionId: subscription.id,
      servicePath:
        contents.length === 1
          ? contents[0].entity.servicePath || '/'
          : contents.map(({ entity }) => entity.servicePath || '/').join(','),
      correlator,
      body,
      attrsFormat,
      acceptedAtMs: Date.now(),
      ...(request.log !== undefined && { log: request.log }),
      ...(request.trace !== undefined && { trace: request.trace }),
    };
    return pattern.address({ written, byteLength, contentType, context, request, maxSize });
  }

  private writeBody(
    { subscription }: CompiledSubscription,
    { body }: Pattern,
    contents: readonly [NotificationContent, ...NotificationContent[]],
    context: JexlContext,
  ): WrittenBody {
    const { attrsFormat } = subscription.notification;
    if (body === undefined)
      return {
        body: renderContents(subscription.id, contents, attrsFormat),
        contentType: JSON_TYPE,
        attrsFormat,
      };
    const { maxSize } = this.options;
    return writeCustomBody(body, { content: contents[0], context, subscription, maxSize });
  }

  private patternOf(compiled: CompiledSubscription): Pattern {
    let pattern = this.patterns.get(compiled);
    if (pattern === undefined) {
      const { channel } = compiled.subscription.notification;
      const isCustom = isCustomKind(channel.kind) && !this.options.disableCustom;
      pattern = {
        ...(isCustom && { body: compileBody(channel.body) }),
        address: this.channels.for(channel).compile(channel, isCustom),
      };
      this.patterns.set(compiled, pattern);
    }
    return pattern;
  }
}

function tooLarge(byteLength: number): ComposeError {
  const reason = `HTTP request to send is too large: ${byteLength} bytes`;
  return new ComposeError('error', `Runtime Error (${reason})`, reason);
}

/** Expressions see the whole entity, whatever of it is shown. */
function expressionContext(
  { entity, facts }: NotificationContent,
  { service, authToken }: RequestFacts,
): JexlContext {
  return jexlContextOf({ entity, service, authToken, facts });
}
