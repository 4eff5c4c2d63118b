import type { AlterationType, EntityChange, Metadata, NotificationFacts } from '@smart-city/ngsi';

/** What builtins say about an update, in notifications and in expressions. */
export function notificationFacts(
  { before, after, requested }: EntityChange,
  alterationType: AlterationType,
): NotificationFacts {
  const inRequest = new Set(requested);
  return {
    alterationType,
    previousValue: (name): Metadata | undefined => {
      const attribute = before?.attrs.get(name);
      return attribute && { type: attribute.type, value: attribute.value };
    },
    actionType: (name) => {
      if (after === undefined || !inRequest.has(name)) return undefined;
      return before?.attrs.has(name) ? 'update' : 'append';
    },
  };
}
