import { Inject, Injectable } from '@nestjs/common';
import { changeOrder, notificationFacts, type Alteration, type EntityChange } from '@smart-city/context';
import { isCustomKind, type JexlContext, type SubscriptionNotification } from '@smart-city/ngsiv2';
import type { CompiledSubscription } from '../subscriptions/compiled-subscription';
import { jexlContextOf } from '../subscriptions/jexl-context';
import type { Addressing } from './channels/channel';
import { Channels } from './channels/channels';
import { compileBody, type CompiledBody } from './compiled-body';
import { tooLargeToSend } from './compose-error';
import type { ComposeOptions, RequestFacts } from './composition';
import { writeCustomBody } from './custom-body';
import { selectContent, type Contents, type NotificationContent } from './notification-content';
import { NotificationForms, type CompiledForm } from './notification-form';
import { NotificationIds } from './notification-ids';
import type { Outgoing } from './outgoing';

export const COMPOSE_OPTIONS = 'context-broker.compose-options';

const NO_CONTEXT: JexlContext = new Map();

type Selection = (change: EntityChange, alteration: Alteration) => NotificationContent | undefined;

/** How the notifications of one subscription are written, worked out once. */
interface Pattern {
  readonly form: CompiledForm;
  /** Absent when the notification is no custom one, or goes out like one that is none. */
  readonly custom?: CompiledBody;
  readonly address: Addressing<Outgoing>;
}

/** Writes and addresses notifications. */
@Injectable()
export class Composer {
  private readonly ids = new NotificationIds();
  private readonly selections = new WeakMap<CompiledSubscription, Selection>();
  private readonly patterns = new WeakMap<CompiledSubscription, Pattern>();

  constructor(
    private readonly channels: Channels,
    private readonly forms: NotificationForms,
    @Inject(COMPOSE_OPTIONS) private readonly options: ComposeOptions,
  ) {}

  /**
   * What a subscription wants of a changed entity; undefined for nothing. How it is written is not looked at before
   * {@link compose}, whose errors are caught.
   */
  select(
    compiled: CompiledSubscription,
    change: EntityChange,
    alteration: Alteration,
  ): NotificationContent | undefined {
    let selection = this.selections.get(compiled);
    if (selection === undefined) {
      selection = compileSelection(compiled.subscription.notification);
      this.selections.set(compiled, selection);
    }
    return selection(change, alteration);
  }

  /** Whether each entity has a notification of its own, even where several could share one. */
  isOnePerEntity(compiled: CompiledSubscription): boolean {
    const { custom, form } = this.patternOf(compiled);
    return custom !== undefined || form.isOnePerEntity;
  }

  /**
   * Several entities go into one notification, unless it is a custom one, which shows the first. What cannot be written
   * has used up its number all the same, as with the original.
   *
   * @throws ComposeError    too large, or an address that its macros made no address
   * @throws TemplateError   a macro is not closed, or what it gives is too large
   * @throws JexlOverBudget  its expressions cost too much
   */
  compose(compiled: CompiledSubscription, contents: Contents, request: RequestFacts): Outgoing {
    const { maxSize, withIds } = this.options;
    const correlator = request.nextNotificationCorrelator();
    const { subscription } = compiled;
    const { custom, form, address } = this.patternOf(compiled);
    const context = custom === undefined ? NO_CONTEXT : expressionContext(contents[0], request);
    const { body, contentType, attrsFormat } =
      custom === undefined
        ? { body: form.render(contents), contentType: form.contentType, attrsFormat: form.attrsFormat }
        : writeCustomBody(custom, { content: contents[0], context, form, maxSize });
    const byteLength = Buffer.byteLength(body);
    if (byteLength > maxSize) throw tooLargeToSend(byteLength);
    const written = {
      id: withIds ? this.ids.next() : '',
      tenant: request.tenant,
      service: request.service,
      subscriptionId: subscription.id,
      entities: contents.map(nameOf),
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
    return address({ written, headers: form.headers, byteLength, contentType, context, request, maxSize });
  }

  private patternOf(compiled: CompiledSubscription): Pattern {
    let pattern = this.patterns.get(compiled);
    if (pattern === undefined) {
      const { channel, form } = compiled.subscription.notification;
      const isCustom = isCustomKind(channel.kind) && !this.options.disableCustom;
      pattern = {
        form: this.forms.named(form).compile(compiled.subscription, compiled.tenant),
        ...(isCustom && { custom: compileBody(channel.body) }),
        address: this.channels.for(channel).compile(channel, isCustom),
      };
      this.patterns.set(compiled, pattern);
    }
    return pattern;
  }
}

/** A subscription that lists no attributes shows the entity as it is: there is nothing to choose. */
function compileSelection(wanted: SubscriptionNotification): Selection {
  const { attrs, onlyChangedAttrs, metadata } = wanted;
  if (attrs.length > 0 || onlyChangedAttrs)
    return (change, alteration) => selectContent(change, alteration, wanted);
  return (change, { type }) => ({
    entity: (change.after ?? change.before)!,
    attrs,
    order: changeOrder(change),
    metadata,
    facts: notificationFacts(change, type),
    change,
  });
}

/** Of an entity, within its tenant. */
const nameOf = ({ entity: { id, type, servicePath } }: NotificationContent): string =>
  `${servicePath} ${type} ${id}`;

/** Expressions see the whole entity, whatever of it is shown. */
const expressionContext = (
  { entity, facts }: NotificationContent,
  { service, authToken }: RequestFacts,
): JexlContext => jexlContextOf({ entity, service, authToken, facts });
