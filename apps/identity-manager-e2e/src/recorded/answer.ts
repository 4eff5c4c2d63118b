import type { RecordedAnswer } from './recording';

/*
 * Answers in the form in which they are compared: without what is another at every run (times, signatures), and
 * without what a client does not see (order of lists without order, the text beside a redirect).
 */

/** An answer to compare. */
export interface Answer {
  readonly status: number;
  /** Without letter case and white space. */
  readonly type?: string | undefined;
  /** Where a redirect leads: the address without its parameters. */
  readonly to?: string | undefined;
  /** The parameters of the redirect. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** Whether an API token came in its header. */
  readonly subjectToken: boolean;
  readonly body?: unknown;
  /** The heading of a page; `error` for pages that tell an error. */
  readonly page?: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const byName = (one: unknown, other: unknown) =>
  isRecord(one) && isRecord(other) ? String(one['name']).localeCompare(String(other['name'])) : 0;

/** A body as JSON where it is JSON, with lists in one order. */
export function readBody(text: string): unknown {
  try {
    return ordered(JSON.parse(text));
  } catch {
    return text;
  }
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered).sort(byName);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, ordered(member)]));
}

/** A value without what is another at every run; of a JSON Web Token its claims. */
function comparable(value: unknown): unknown {
  if (typeof value === 'string') {
    const payload = /^eyJ[\w-]+\.([\w-]+)\.[\w-]+$/.exec(value)?.[1];
    if (payload !== undefined) return claims(payload);
    if (/^[0-9a-f]{40}$/.test(value)) return 'a token';
    if (/^\d+:\d\d:\d\d\.\d$/.test(value)) return 'a duration';
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? 'a time' : value;
  }
  if (Array.isArray(value)) return value.map(comparable);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, comparable(member)]));
}

function claims(payload: string): unknown {
  const { iat, exp, ...rest } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return comparable({ ...rest, ...(exp !== undefined && { lasts: exp - iat }) });
}

/** A query as an object. */
export function parametersOf(query: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries([...query].map(([name, value]) => [name, comparable(value)]));
}

/** The recorded answer to compare. */
export function fromRecording({ page, body = '', subjectToken, ...rest }: RecordedAnswer): Answer {
  const heading = page === undefined ? undefined : (/heading "(.*)"/.exec(page)?.[1] ?? 'error');
  return compose({ ...rest, subjectToken: subjectToken !== undefined, page: heading, body });
}

/** Of pages that say what is wrong; Keyrock's have one. */
const errorHeadings: ReadonlySet<string> = new Set([
  'Something went wrong',
  'Not permitted',
  'Page not found',
]);

/** Our answer to compare. */
export function fromResponse(response: Response, text: string): Answer {
  const heading = text.startsWith('<!') ? (/<h1[^>]*>([^<]*)/.exec(text)?.[1]?.trim() ?? '') : undefined;
  return compose({
    status: response.status,
    type: response.headers.get('content-type') ?? undefined,
    location: response.headers.get('location') ?? undefined,
    subjectToken: response.headers.has('x-subject-token'),
    page: heading !== undefined && errorHeadings.has(heading) ? 'error' : heading,
    body: text,
  });
}

interface Parts {
  readonly status: number;
  readonly type?: string | undefined;
  readonly location?: string | undefined;
  readonly subjectToken: boolean;
  readonly page: string | undefined;
  readonly body: string;
}

function compose({ status, type, location, subjectToken, page, body }: Parts): Answer {
  const answer = { status, subjectToken, type: type?.toLowerCase().replaceAll(' ', '') };
  if (location !== undefined) {
    const url = new URL(location, 'http://here');
    const to = url.href.slice(0, url.href.length - url.search.length - url.hash.length);
    const inFragment = new URLSearchParams(url.hash.slice(1));
    return { ...answer, to, parameters: { ...parametersOf(url.searchParams), ...parametersOf(inFragment) } };
  }
  if (page !== undefined) return { ...answer, page: page.toLowerCase() };
  return { ...answer, body: comparable(readBody(body)) };
}
