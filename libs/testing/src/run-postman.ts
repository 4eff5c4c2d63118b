interface Pair {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}

interface PostmanRequest {
  readonly method: string;
  readonly header: readonly Pair[];
  readonly auth: { readonly type: string } & Readonly<Record<string, readonly Pair[] | string>>;
  readonly url: {
    readonly path: readonly string[];
    readonly query?: readonly Pair[];
    readonly variable?: readonly Pair[];
  };
  readonly body?: { readonly mode: string; readonly raw?: string; readonly urlencoded?: readonly Pair[] };
}

export interface PostmanCollection {
  readonly item: readonly {
    readonly item: readonly { readonly name: string; readonly request: PostmanRequest }[];
  }[];
  readonly variable: readonly Pair[];
}

export interface PostmanAnswer {
  readonly request: string;
  readonly status: number;
  readonly body: string;
}

const enabled = (pairs: readonly Pair[] = []) => pairs.filter(({ disabled }) => !disabled);

/** Sends every request of a collection in its order, as Postman's runner does. @param values of its variables */
export async function runPostman(
  collection: PostmanCollection,
  values: Readonly<Record<string, string>>,
): Promise<readonly PostmanAnswer[]> {
  const known = new Map([
    ...collection.variable.map(({ key, value }) => [key, value] as const),
    ...Object.entries(values),
  ]);
  const filled = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (all, name: string) => known.get(name) ?? all);
  const answers: PostmanAnswer[] = [];
  for (const { request } of collection.item.flatMap(({ item }) => item)) {
    const { method, url } = request;
    const parts = new Map(
      url.variable?.map(({ key, value }) => [`:${key}`, encodeURIComponent(filled(value))]),
    );
    const query = new URLSearchParams(
      enabled(url.query).map(({ key, value }): [string, string] => [key, filled(value)]),
    );
    const path = url.path.map((part) => parts.get(part) ?? part).join('/');
    const response = await fetch(`${filled('{{baseUrl}}')}/${path}?${query.toString()}`.replace(/\?$/, ''), {
      method,
      headers: { ...headersOf(request, filled), Connection: 'close' },
      redirect: 'manual',
      ...(request.body && { body: bodyOf(request.body) }),
    });
    answers.push({ request: `${method} /${path}`, status: response.status, body: await response.text() });
  }
  return answers;
}

const bodyOf = ({ raw, urlencoded }: NonNullable<PostmanRequest['body']>) =>
  raw ?? new URLSearchParams(enabled(urlencoded).map(({ key, value }): [string, string] => [key, value]));

function headersOf({ header, auth }: PostmanRequest, filled: (text: string) => string) {
  const own = Object.fromEntries(enabled(header).map(({ key, value }) => [key, filled(value)]));
  const facts = auth[auth.type];
  const of = (key: string) =>
    filled((typeof facts === 'object' ? facts.find((one) => one.key === key)?.value : undefined) ?? '');
  if (auth.type === 'apikey' && of('value') !== '') return { ...own, [of('key')]: of('value') };
  if (auth.type === 'bearer' && of('token') !== '') return { ...own, Authorization: `Bearer ${of('token')}` };
  return own;
}
