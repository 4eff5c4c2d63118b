import type { ChannelSyntax } from './channel-syntax';
import type { CustomBody } from './custom-body';

/** Notifications go to clients that follow the subscription. Not in the original. */
export interface SseChannel {
  readonly kind: 'sse';
  /** No address of the original's: one that serves the same database takes it for a malformed one, and sends nothing. */
  readonly url: typeof SSE_URL;
  readonly body: CustomBody & { readonly kind: 'default' };
}

const SSE_URL = 'sse:';
const SSE: SseChannel = { kind: 'sse', url: SSE_URL, body: { kind: 'default' } };

/** `sse`, an object that says nothing yet. */
export const sseSyntax: ChannelSyntax<SseChannel> = {
  kinds: ['sse'],
  isAddition: true,
  schemes: [SSE_URL],
  documentMembers: [],
  parse: () => SSE,
  patch: (_before, given) => given,
  render: () => [],
  store: () => [],
  read: () => SSE,
};
