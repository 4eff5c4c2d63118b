import type { Header, Outgoing } from './outgoing';

/**
 * How a notification is addressed, as people may see it: credentials are masked, and what is long is cut. Members that its
 * protocol does not have are absent.
 */
export interface ShownRequest {
  readonly method?: string;
  /** With path and query, where the protocol has them. */
  readonly url: string;
  readonly headers?: readonly Header[];
  readonly topic?: string;
  readonly qos?: number;
  readonly retain?: boolean;
  readonly key?: string;
}

/** Stands for a value that is not shown. */
export const MASK = '*****';
/** Characters of a text that is kept to be shown. */
export const LONGEST_TEXT = 2_000;
/** Headers of a request that are kept; subscriptions may make any number. */
const MOST_HEADERS = 40;
const LONGEST_HEADER = 200;
/** Names of headers and parameters whose values let somebody in. */
const CREDENTIALS = /auth|cookie|token|secret|passw|credential|api-?key|signature/i;

/** What channels may add to {@link Outgoing}, and what of it is of interest. */
interface Addressed {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: readonly Header[];
  readonly topic?: string;
  readonly qos?: number;
  readonly retain?: boolean;
  readonly key?: string;
}

/** @param target  protocol and address, as the channel names it */
export function shownRequest(outgoing: Outgoing, target: string): ShownRequest {
  const { method, path = '', headers, topic, qos, retain, key } = outgoing as Outgoing & Addressed;
  return {
    ...(method !== undefined && { method }),
    url: excerpt(withoutSecrets(target + path)),
    ...(headers !== undefined && { headers: shownHeaders(headers) }),
    ...(topic !== undefined && { topic: excerpt(topic) }),
    ...(qos !== undefined && { qos }),
    ...(retain !== undefined && { retain }),
    ...(key !== undefined && { key: excerpt(key) }),
  };
}

/** A copy: a piece of a text would keep the whole of it in memory. */
export const excerpt = (text: string, longest = LONGEST_TEXT): string =>
  text.length <= longest ? text : Buffer.from(text.slice(0, longest), 'utf8').toString('utf8');

const shownHeaders = (headers: readonly Header[]): readonly Header[] =>
  headers
    .slice(0, MOST_HEADERS)
    .map(([name, value]) => [
      excerpt(name, LONGEST_HEADER),
      CREDENTIALS.test(name) ? MASK : excerpt(value, LONGEST_HEADER),
    ]);

function withoutSecrets(url: string): string {
  const query = url.indexOf('?');
  if (query < 0) return url;
  const items = url
    .slice(query + 1)
    .split('&')
    .map((item) => {
      const equals = item.indexOf('=');
      return equals > 0 && CREDENTIALS.test(item.slice(0, equals)) ? item.slice(0, equals + 1) + MASK : item;
    });
  return url.slice(0, query + 1) + items.join('&');
}
