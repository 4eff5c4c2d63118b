import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isJsonArray, renderExactJson, type JsonObject, type JsonValue } from '@smart-city/context';
import {
  contextWithCore,
  CORE_CONTEXT,
  memberObject,
  memberText,
  parseLanguageRanges,
  parseProjection,
  renderLdNotification,
  type Format,
  type LdContext,
  type LdNotified,
  type NotificationShape,
  type ShowOptions,
} from '@smart-city/ngsild';
import type { NotifiedEntity, Subscription } from '@smart-city/ngsiv2';
import type { CompiledForm, NotificationForm } from '../../../core/notifications/notification-form';
import type { Header } from '../../../core/notifications/outgoing';
import { ContextsService } from '../contexts/contexts.service';
import { contextLinkOf } from '../contexts/link-header';
import { GEO_TYPE, JSON_MEDIA_TYPE, LD_TYPE } from '../negotiate';
import { TENANT_HEADER } from '../ngsild-face';
import { keptOf, NGSILD, textsOf } from './kept-subscription';
import { compileNgsiv2View } from './ngsiv2-view';

const FORMATS: Readonly<Record<string, Format>> = {
  concise: 'concise',
  keyValues: 'simplified',
  simplified: 'simplified',
};

/** Notifications of NGSI-LD (GS CIM 009 §5.3.1), and those that show entities as NGSIv2 does. */
@Injectable()
export class LdForm implements NotificationForm {
  readonly name = NGSILD;
  /** GS CIM 009 §5.8.6. */
  readonly needsSuccessStatus = true;

  constructor(private readonly contexts: ContextsService) {}

  compile(subscription: Subscription, tenant: string): CompiledForm {
    const { members, facts } = keptOf(subscription);
    const notification = memberObject(members, 'notification');
    const format = memberText(notification, 'format') ?? 'normalized';
    const own: readonly Header[] = [
      ...(tenant === '' ? [] : ([[TENANT_HEADER, tenant]] as const)),
      ...facts.headers,
    ];
    const names = this.namesOf(tenant, members.get('jsonldContext') ?? facts.context);
    if (format.startsWith('x-ngsiv2-')) return compileNgsiv2View(subscription, format, names, own);
    const accept = memberText(memberObject(notification, 'endpoint'), 'accept') ?? JSON_MEDIA_TYPE;
    const isLd = accept === LD_TYPE;
    const link: readonly Header[] = isLd ? [] : [['Link', contextLinkOf(facts.contextUrl)]];
    const shape = shapeOf(subscription.id, members, format, accept === GEO_TYPE);
    const context = contextWithCore(members.get('jsonldContext') ?? facts.context);
    const contextText = isLd ? renderExactJson(context) : undefined;
    const render = (notified: readonly LdNotified[]) =>
      renderLdNotification(
        { ...shape, show: { ...shape.show, context: names() }, contextText },
        notified,
        `urn:ngsi-ld:Notification:${randomUUID()}`,
        Date.now(),
      );
    const headers = [...link, ...own];
    const isMqtt = subscription.notification.channel.kind === 'mqtt';
    return {
      isOnePerEntity: false,
      contentType: accept,
      attrsFormat: '',
      headers,
      render: (contents) => {
        const body = render(contents.map(notifiedOf));
        return isMqtt ? mqttMessage(body, accept, headers) : body;
      },
    };
  }

  /** The names of a context as they are now. One that is still on its way shows full names, which mean the same. */
  private namesOf(tenant: string, given: JsonValue | undefined): () => LdContext {
    let last = CORE_CONTEXT;
    const take = (): void => {
      const found = this.contexts.compile(tenant, given);
      if (found instanceof Promise)
        void found.then(
          (context) => (last = context),
          () => undefined,
        );
      else last = found;
    };
    take();
    return () => {
      take();
      return last;
    };
  }
}

type Shape = Omit<NotificationShape, 'show'> & {
  readonly show: Omit<ShowOptions, 'nowMs' | 'contextText' | 'context'>;
};

function shapeOf(id: string, members: JsonObject, format: string, isGeo: boolean): Shape {
  const notification = memberObject(members, 'notification');
  const triggers = members.get('notificationTrigger');
  const showsDeleted =
    isJsonArray(triggers) && (triggers.includes('attributeDeleted') || triggers.includes('entityUpdated'));
  return {
    subscriptionId: id,
    isGeo,
    contextText: undefined,
    showsChanges: notification.get('showChanges') === true,
    showsDeleted,
    show: {
      format: FORMATS[format] ?? 'normalized',
      sysAttrs: notification.get('sysAttrs') === true,
      ...projectionOf(notification, 'pick'),
      ...projectionOf(notification, 'omit'),
      ...(notification.has('attributes') && { attrs: new Set(textsOf(notification.get('attributes'))) }),
      ...(members.has('datasetId') && { datasetIds: new Set(textsOf(members.get('datasetId'))) }),
      ...(members.has('lang') && { lang: parseLanguageRanges(memberText(members, 'lang') ?? '') }),
    },
  };
}

function projectionOf(notification: JsonObject, member: 'pick' | 'omit') {
  const items = textsOf(notification.get(member));
  return items.length === 0 ? {} : { [member]: parseProjection(items.join(','), member, (name) => name) };
}

const NOTHING: ReadonlySet<string> = new Set();

function notifiedOf({ entity, change }: NotifiedEntity): LdNotified {
  if (change === undefined) return { entity, isDeleted: false, changed: NOTHING };
  const { before, after, requested, changed, metadataChanged } = change;
  const isDeleted = after === undefined;
  return {
    entity,
    ...(before !== undefined && { before }),
    isDeleted,
    changed: new Set(isDeleted ? entity.attrs.keys() : [...requested, ...changed, ...metadataChanged]),
  };
}

/** Over MQTT a message holds the header fields besides the notification (GS CIM 009 §7.2). */
function mqttMessage(body: string, contentType: string, headers: readonly Header[]): string {
  const metadata = new Map<string, JsonValue>([['Content-Type', contentType], ...headers]);
  return `{"metadata":${renderExactJson(metadata)},"body":${body}}`;
}
