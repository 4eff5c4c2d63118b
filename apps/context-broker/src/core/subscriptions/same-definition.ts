import type { Subscription } from '@smart-city/ngsiv2';

/** Whether two readings of a subscription ask for the same: compiling again would be wasted. */
export function isSameDefinition(a: Subscription, b: Subscription): boolean {
  return a === b || textOf(a) === textOf(b);
}

const texts = new WeakMap<Subscription, string>();

function textOf(subscription: Subscription): string {
  let text = texts.get(subscription);
  if (text === undefined) {
    const { counters: _counters, ...definition } = subscription;
    text = JSON.stringify(definition, (_key, value: unknown) => (value instanceof Map ? [...value] : value));
    texts.set(subscription, text);
  }
  return text;
}
