import { runPostman, type PostmanCollection } from '@smart-city/testing';
import { sharedBroker, startBroker } from '../support/each-store';

let broker: Awaited<ReturnType<typeof startBroker>>;
beforeAll(async () => {
  broker = await startBroker(undefined, [
    ...['-adminConsole', '-registrationPatch', '-apiDocs'],
    ...['-compatVersion', '3.12.0'],
  ]);
});
afterAll(() => broker?.stop());

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: string;
}
interface Served {
  readonly responses: Readonly<Record<string, unknown>>;
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: unknown } } };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Served>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

/** What is made first, what changes it, what shows it, and at last what deletes it, the parts before the whole. */
const ORDER = ['post', 'get', 'patch', 'put', 'delete'];
const place = (verb: string, path: string) =>
  ORDER.indexOf(verb) * 1000 + (verb === 'delete' ? -path.length : 0);

async function tryExamples(isTried: (path: string) => boolean) {
  const client = broker.client();
  const { paths, components } = (await client.get('/openapi.json')).json() as Document;
  const calls = Object.entries(paths)
    .filter(([path]) => isTried(path))
    .flatMap(([path, methods]) => Object.entries(methods).map(([verb, served]) => ({ verb, path, served })))
    .sort((a, b) => place(a.verb, a.path) - place(b.verb, b.path));
  const made = new Map<string, string>();
  const refused: string[] = [];
  for (const { verb, path, served } of calls) {
    const all = served.parameters.map((one) =>
      '$ref' in one ? components.parameters[one.$ref.split('/').at(-1)!]! : one,
    );
    const id = made.get(path.replace(/\/\{id\}.*/, ''));
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'id' && id !== undefined
        ? id
        : all.find((one) => one.name === name && one.in === 'path')!.example!,
    );
    const search = new URLSearchParams(
      all.flatMap(({ name, in: where, example }) =>
        where === 'query' && example !== undefined ? [[name, example] as [string, string]] : [],
      ),
    );
    const body = served.requestBody?.content['application/json'].example;
    const answer = await client.send(
      verb.toUpperCase(),
      `${filled}?${search.toString()}`.replace(/\?$/, ''),
      {
        ...(body !== undefined && { body }),
      },
    );
    if (!(String(answer.status) in served.responses) || answer.status >= 300)
      refused.push(`${verb} ${filled}: ${answer.status} ${answer.body}`);
    const location = answer.header('location');
    if (verb === 'post' && location !== undefined && !path.endsWith('/entities'))
      made.set(path, location.split('/').at(-1)!);
  }
  return { refused, tried: calls.length };
}

/** Has no end that could be waited for. */
const isStream = (path: string) => path.endsWith('/events');
const isNgsiv1 = (path: string) => /^\/(v1|ngsi10)\//.test(path);

it('the examples of the document are accepted, with the status that it says', async () => {
  const { refused, tried } = await tryExamples((path) => !isNgsiv1(path) && !isStream(path));
  expect(refused).toEqual([]);
  expect(tried).toBeGreaterThan(45);
});

it('a version without NGSIv1 does not tell of it, and nobody sees a page that was not asked for', async () => {
  const client = (await sharedBroker(undefined, ['-compatVersion', '4.0.0'])).client();
  const { paths } = (await client.get('/openapi.json')).json() as Document;
  const [page, unknown] = [await client.get('/api-docs'), await client.get('/nothing-here')];
  expect([page.status, page.body]).toEqual([unknown.status, unknown.body]);
  expect(Object.keys(paths).filter(isNgsiv1)).toEqual([]);
  expect(Object.keys(paths)).toContain('/v2/entities');
});

it('the page loads from the broker and sends to it only; every request of the Postman collection finds its route', async () => {
  const client = broker.client();
  const plain = { 'Accept-Encoding': 'identity' };
  const page = await client.get('/api-docs', plain);
  expect(page.body).toMatch(/data-name="limit"[^>]* data-type="number"/);
  const small = await fetch(`${broker.url}/api-docs`, { headers: { 'Accept-Encoding': 'gzip' } });
  expect([small.headers.get('Content-Encoding'), await small.text()]).toEqual(['gzip', page.body]);
  expect(page.header('content-security-policy')).toMatch(/script-src 'self'.* frame-ancestors 'none'/);
  for (const [, file] of page.body.matchAll(/(?:src|href)="(api-docs\/[^"]+)"/g))
    expect([file, (await client.get(`/${file}`)).status]).toEqual([file, 200]);
  const spanish = { headers: { ...plain, 'Accept-Language': 'es' } };
  expect((await client.send('GET', '/api-docs', spanish)).body).toContain('<html lang="es">');
  expect((await client.send('GET', '/api-docs?language=en', spanish)).body).toContain('<html lang="en">');
  const collection = (await client.get('/api-docs/postman.json')).json() as PostmanCollection;
  const answers = await runPostman(collection, { baseUrl: broker.url });
  expect(answers.length).toBeGreaterThan(45);
  const unknown = (await client.get('/nothing-here')).body;
  expect(answers.filter(({ status, body }) => status >= 500 || body === unknown)).toEqual([]);
  expect(answers.find(({ request }) => request === 'POST /v2/entities')).toMatchObject({ status: 201 });
});

it('those of NGSIv1 too, where it is still there', async () => {
  const { refused, tried } = await tryExamples(isNgsiv1);
  expect([refused, tried]).toEqual([[], 7]);
});
