/** Queue length and workers of one notification queue. */
export interface NotificationQueue {
  readonly queueSize: number;
  readonly workers: number;
}

/** `-notificationMode`: how notifications are sent. */
export type NotificationMode =
  | { readonly kind: 'transient' | 'persistent' }
  | {
      readonly kind: 'threadpool';
      readonly default: NotificationQueue;
      readonly byService: ReadonlyMap<string, NotificationQueue>;
    };

/** `-notifFlowControl gauge:stepDelay:maxInterval`. */
export interface FlowControl {
  readonly gauge: number;
  readonly stepDelayMs: number;
  readonly maxIntervalMs: number;
}

const QUEUE = /^(?:([A-Za-z0-9_]+):)?([1-9]\d*):([1-9]\d*)$/;

/** @returns undefined when the text is no notification mode */
export function parseNotificationMode(text: string): NotificationMode | undefined {
  if (text === 'transient' || text === 'persistent') return { kind: text };
  if (text === 'threadpool') text = 'threadpool:5:8';
  if (!text.startsWith('threadpool:')) return undefined;
  let fallback: NotificationQueue | undefined;
  const byService = new Map<string, NotificationQueue>();
  for (const item of text.slice('threadpool:'.length).split(',')) {
    const found = QUEUE.exec(item);
    if (!found) return undefined;
    const queue = { queueSize: Number(found[2]), workers: Number(found[3]) };
    if (found[1]) byService.set(found[1].toLowerCase(), queue);
    else fallback = queue;
  }
  return fallback && { kind: 'threadpool', default: fallback, byService };
}

/** @returns undefined when the text is no set of flow control parameters */
export function parseFlowControl(text: string): FlowControl | undefined {
  const found = /^(0?\.\d+|0|1|1\.0+):(\d+):(\d+)$/.exec(text);
  if (!found) return undefined;
  return { gauge: Number(found[1]), stepDelayMs: Number(found[2]), maxIntervalMs: Number(found[3]) };
}
