/** One request, and what is kept of it. In paths, headers and bodies `{name}` stands for what an earlier step kept. */
export interface Step {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects are sent as JSON; texts as they are, with the content type of the headers or that of JSON. */
  readonly body?: unknown;
  /** Keeps the last segment of `Location` under this name; with `tag`, the entity tag; with `cursor`, the next page. */
  readonly keep?: { readonly as: string; readonly from: 'location' | 'tag' | 'cursor' };
  /** Requests to receivers and providers that it causes are part of the answer. */
  readonly isWatched?: boolean;
  /** The answer depends on counts that come after the answer to another request: it is asked again until it is as recorded. */
  readonly isSettling?: boolean;
  /** Numbers of the body are times and sizes of this process: only the words count. */
  readonly hasFigures?: boolean;
}

/** Requests of one subject, in a tenant of their own. */
export interface Chapter {
  readonly name: string;
  readonly steps: readonly Step[];
}

type More = Omit<Step, 'method' | 'path' | 'body'>;

/** A step without a body. */
export const ask = (method: string, path: string, more: More = {}): Step => ({ method, path, ...more });
export const get = (path: string, more: More = {}): Step => ask('GET', path, more);
/** A step with a body. */
export const send = (method: string, path: string, body: unknown, more: More = {}): Step => ({
  method,
  path,
  body,
  ...more,
});
export const post = (path: string, body: unknown, more: More = {}): Step => send('POST', path, body, more);

/** An address with parameters; what is empty is left out. */
export function withParameters(path: string, parameters: Readonly<Record<string, string>>): string {
  const text = Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&');
  return text === '' ? path : `${path}?${text}`;
}

/** Every pair of two lists. */
export const pairs = <A, B>(some: readonly A[], others: readonly B[]): readonly (readonly [A, B])[] =>
  some.flatMap((one) => others.map((other) => [one, other] as const));
