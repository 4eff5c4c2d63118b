import { describeEachStore } from '../support/each-store';
import { answer as answerLine, Receiver } from '../support/receiver';
import { LD_JSON, LdClient, linkTo, outcome } from './ld-client';

const ID = 'urn:ngsi-ld:Subscription:1';
const CORE = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context-v1.9.jsonld';
const FULL = 'https://uri.etsi.org/ngsi-ld/default-context/';
const ANY_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/) as string;
const NULL = 'urn:ngsi-ld:null';

// Sections that these tests show:
// docs/behaviour/ngsi-ld-subscriptions.md#operations
// docs/behaviour/ngsi-ld-subscriptions.md#when-one-fires
// docs/behaviour/ngsi-ld-subscriptions.md#notifications
// docs/behaviour/ngsi-ld-subscriptions.md#delivery

describeEachStore('subscriptions of NGSI-LD', (broker) => {
  const client = () => new LdClient(broker());
  let receiver: Receiver;
  let failing: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
    failing = await Receiver.start(() => answerLine('500 Internal Server Error'));
  });
  afterAll(() => Promise.all([receiver.close(), failing.close()]));
  afterEach(() => receiver.requests.splice(0));

  const subscription = (members: object = {}, notification: object = {}): Record<string, unknown> => ({
    id: ID,
    type: 'Subscription',
    entities: [{ type: 'T' }],
    notification: { endpoint: { uri: `${receiver.url}/notify` }, ...notification },
    ...members,
  });
  const subscribed = async (ld: LdClient, members: object = {}, notification: object = {}) => {
    const answer = await ld.post('/subscriptions', subscription(members, notification));
    if (answer.status !== 201) throw new Error(answer.body);
  };
  const notified = async (count = 1) => (await receiver.take(count)).map((request) => request.json());
  const data = async () => ((await notified())[0] as { data: readonly unknown[] }).data;
  /** Proves that nothing else was notified before: one more change is, and it is the first to come. */
  const nothingBefore = async (ld: LdClient) => {
    await ld.make({ mark: 1 }, 'urn:ngsi-ld:T:mark');
    expect(await data()).toEqual([expect.objectContaining({ id: 'urn:ngsi-ld:T:mark' })]);
  };

  it('are created, shown, listed, changed and deleted', async () => {
    const ld = client();
    const body = subscription(
      {
        subscriptionName: 'warm',
        watchedAttributes: ['temperature'],
        q: 'temperature>20',
        geoQ: { georel: 'near;maxDistance==10', geometry: 'Point', coordinates: [1, 2] },
        expiresAt: '2099-01-01T00:00:00Z',
        throttling: 5,
        unknownMember: 1,
        status: 'expired',
      },
      { format: 'concise', attributes: ['temperature'] },
    );
    const created = await ld.post('/subscriptions', body);
    expect(created).toMatchObject({ status: 201, body: '' });
    expect(created.header('location')).toBe(`/ngsi-ld/v1/subscriptions/${ID}`);
    const { unknownMember: _, status: __, ...given } = body;
    const shown = { ...given, isActive: true, status: 'active' };
    const got = await ld.get(`/subscriptions/${ID}`);
    expect(got.json()).toEqual(shown);
    expect(got.header('link')).toBe(
      `<${CORE}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`,
    );
    const inBody = await ld.get(`/subscriptions/${ID}`, { Accept: 'application/ld+json' });
    expect(inBody.json()).toEqual({ ...shown, '@context': CORE });
    expect((await ld.get('/subscriptions')).json()).toEqual([shown]);
    expect((await ld.get(`/subscriptions/${ID}?options=sysAttrs`)).json()).toEqual({
      ...shown,
      createdAt: ANY_TIME,
      modifiedAt: ANY_TIME,
    });
    expect((await ld.patch(`/subscriptions/${ID}`, { isActive: false, q: null })).status).toBe(204);
    const { q: ___, ...withoutQ } = shown as Record<string, unknown>;
    expect((await ld.get(`/subscriptions/${ID}`)).json()).toEqual({
      ...withoutQ,
      isActive: false,
      status: 'paused',
    });
    expect((await ld.delete(`/subscriptions/${ID}`)).status).toBe(204);
    expect(outcome(await ld.get(`/subscriptions/${ID}`))).toBe('404 ResourceNotFound');
    expect(outcome(await ld.delete(`/subscriptions/${ID}`))).toBe('404 ResourceNotFound');
    expect(outcome(await ld.patch(`/subscriptions/${ID}`, { isActive: true }))).toBe('404 ResourceNotFound');
  });

  it('get an id where the client gives none, and another of the same id is refused', async () => {
    const ld = client();
    const { id: _, ...body } = subscription();
    const created = await ld.post('/subscriptions', body);
    expect(created.header('location')).toMatch(
      /^\/ngsi-ld\/v1\/subscriptions\/urn:ngsi-ld:Subscription:[0-9a-f-]{36}$/,
    );
    await subscribed(ld);
    expect(outcome(await ld.post('/subscriptions', subscription()))).toBe('409 AlreadyExists');
  });

  it('are listed in pages, with links and a count', async () => {
    const ld = client();
    for (const at of [1, 2, 3]) await subscribed(ld, { id: `${ID}${at}` });
    const page = await ld.get('/subscriptions?limit=1&offset=1&count=true');
    expect(page.json()).toEqual([expect.objectContaining({ id: `${ID}2` })]);
    expect(page.header('ngsild-results-count')).toBe('3');
    const links = page.header('link');
    for (const [relation, offset] of [
      ['next', 2],
      ['prev', 0],
    ] as const)
      expect(links).toContain(
        `</ngsi-ld/v1/subscriptions?limit=1&offset=${offset}&count=true>;rel="${relation}";type="application/ld+json"`,
      );
  });

  it.each([
    ['another type', { type: 'Sub' }],
    ['no notification', { notification: undefined }],
    ['neither entities nor watchedAttributes', { entities: undefined }],
    ['empty entities', { entities: [] }],
    ['an entity without type', { entities: [{ id: 'urn:a:1' }] }],
    ['an id that is no URI', { entities: [{ type: 'T', id: 'x' }] }],
    ['a subscription id that is no URI', { id: 'x' }],
    ['a broken pattern', { entities: [{ type: 'T', idPattern: '(' }] }],
    ['empty watchedAttributes', { watchedAttributes: [] }],
    ['an attribute name that is none', { watchedAttributes: ['a b'] }],
    ['a trigger that is none', { notificationTrigger: ['changed'] }],
    ['a broken q', { q: 'a==' }],
    ['a q that reaches into linked entities', { q: 'r{a}==1' }],
    ['a broken scopeQ', { scopeQ: '//' }],
    ['a broken geoQ', { geoQ: { georel: 'near', geometry: 'Point', coordinates: [1, 2] } }],
    ['an end in the past', { expiresAt: '2001-01-01T00:00:00Z' }],
    ['an end that is no time', { expiresAt: 'soon' }],
    ['timeInterval and watchedAttributes', { timeInterval: 1, watchedAttributes: ['a'] }],
    ['timeInterval and throttling', { timeInterval: 1, throttling: 1 }],
    ['timeInterval of nothing', { timeInterval: 0 }],
    ['throttling below 0', { throttling: -1 }],
    ['isActive that is no boolean', { isActive: 'yes' }],
    ['a name that is no text', { subscriptionName: 1 }],
    ['no endpoint', { notification: {} }],
    ['an endpoint that is no address', { notification: { endpoint: { uri: 'nowhere' } } }],
    ['another scheme', { notification: { endpoint: { uri: 'ftp://a.example/' } } }],
    ['another media type', { notification: { endpoint: { uri: 'http://a.example/', accept: 'text/html' } } }],
    [
      'a header field of the broker',
      {
        notification: { endpoint: { uri: 'http://a.example/', receiverInfo: [{ key: 'Host', value: 'b' }] } },
      },
    ],
    [
      'a header with a line end',
      {
        notification: {
          endpoint: { uri: 'http://a.example/', receiverInfo: [{ key: 'a', value: 'b\r\nc: d' }] },
        },
      },
    ],
    [
      'attributes and pick',
      { notification: { endpoint: { uri: 'http://a.example/' }, attributes: ['a'], pick: ['a'] } },
    ],
    [
      'changes in the simplified form',
      { notification: { endpoint: { uri: 'http://a.example/' }, format: 'keyValues', showChanges: true } },
    ],
    ['joinLevel without join', { notification: { endpoint: { uri: 'http://a.example/' }, joinLevel: 2 } }],
    [
      'an empty list of attributes',
      { notification: { endpoint: { uri: 'http://a.example/' }, attributes: [] } },
    ],
    ['a context that is no address', { jsonldContext: 'x' }],
  ])('are refused with %s', async (_fault, members) => {
    const ld = client();
    expect(outcome(await ld.post('/subscriptions', { ...subscription(), ...members }))).toBe(
      '400 BadRequestData',
    );
    expect(outcome(await ld.get(`/subscriptions/${ID}`))).toMatch(/^404/);
  });

  it('are refused where they ask for linked entities', async () => {
    const ld = client();
    for (const notification of [{ join: 'inline' }, { pick: ['r{a}'] }])
      expect(outcome(await ld.post('/subscriptions', subscription({}, notification)))).toBe(
        '422 OperationNotSupported',
      );
  });

  it('are refused with a context that does not answer', async () => {
    const ld = client();
    const members = { jsonldContext: `http://127.0.0.1:1/context.jsonld` };
    expect(outcome(await ld.post('/subscriptions', subscription(members)))).toBe('504 LdContextNotAvailable');
  });

  it.each([
    [{ notification: null }],
    [{ notification: { attributes: ['a'] } }],
    [{ id: 'urn:ngsi-ld:Subscription:2' }],
    [{ expiresAt: '2001-01-01T00:00:00Z' }],
    [{ entities: null }],
  ])('stay as they are when %j is refused', async (change) => {
    const ld = client();
    await subscribed(ld);
    const before = (await ld.get(`/subscriptions/${ID}`)).json();
    expect(outcome(await ld.patch(`/subscriptions/${ID}`, change))).toBe('400 BadRequestData');
    expect((await ld.get(`/subscriptions/${ID}`)).json()).toEqual(before);
  });

  it('notify of new entities and of changes, with a link to the context', async () => {
    const ld = client();
    await subscribed(ld);
    const id = await ld.make({ a: { type: 'Property', value: 1, unitCode: 'CEL' } });
    const [first] = await receiver.take(1);
    expect(first!.line).toBe('POST /notify HTTP/1.1');
    expect(first!.header('content-type')).toBe('application/json');
    expect(first!.header('ngsild-tenant')).toBe(ld.tenant);
    expect(first!.header('link')).toContain(`<${CORE}>; rel="http://www.w3.org/ns/json-ld#context"`);
    expect(first!.json()).toEqual({
      id: expect.stringMatching(/^urn:ngsi-ld:Notification:/) as string,
      type: 'Notification',
      subscriptionId: ID,
      notifiedAt: ANY_TIME,
      data: [{ id, type: 'T', a: { type: 'Property', value: 1, unitCode: 'CEL' } }],
    });
    await ld.patch(`/entities/${id}/attrs`, { a: 2 });
    expect(await data()).toEqual([{ id, type: 'T', a: { type: 'Property', value: 2 } }]);
    const { notification, status } = (await ld.get(`/subscriptions/${ID}`)).json() as {
      notification: Record<string, unknown>;
      status: string;
    };
    expect(status).toBe('active');
    expect(notification).toMatchObject({
      status: 'ok',
      timesSent: 2,
      timesFailed: 0,
      lastNotification: ANY_TIME,
      lastSuccess: ANY_TIME,
    });
  });

  it('notify of what NGSIv2 writes as well', async () => {
    const ld = client();
    await subscribed(ld);
    const answer = await broker()
      .client()
      .send('POST', '/v2/entities', {
        body: { id: 'Room1', type: 'T', a: { type: 'Number', value: 1 } },
        headers: { 'Fiware-Service': ld.tenant },
      });
    expect(answer.status).toBe(201);
    expect(await data()).toEqual([{ id: 'Room1', type: 'T', a: { type: 'Property', value: 1 } }]);
  });

  it('are not seen by NGSIv2, and see none of its own', async () => {
    const ld = client();
    await subscribed(ld);
    const v2 = broker().client();
    const headers = { 'Fiware-Service': ld.tenant };
    const body = {
      subject: { entities: [{ idPattern: '.*' }] },
      notification: { http: { url: receiver.url } },
    };
    expect((await v2.send('POST', '/v2/subscriptions', { body, headers })).status).toBe(201);
    expect((await ld.get('/subscriptions')).json()).toHaveLength(1);
    const listed = await v2.send('GET', '/v2/subscriptions', { headers });
    expect(listed.json()).toEqual([expect.objectContaining({ subject: expect.anything() as unknown })]);
  });

  it.each([
    ['a watched attribute', { watchedAttributes: ['a'] }, { b: 2 }, { a: 2 }],
    ['q', { q: 'a>5' }, { a: 2 }, { a: 6 }],
    ['the value of a sub-attribute', { q: 'a.s==1' }, { a: { value: 1, s: 2 } }, { a: { value: 1, s: 1 } }],
  ])('notify by %s alone', async (_what, members, silent, telling) => {
    const ld = client();
    const id = await ld.make({ a: 1, b: 1 });
    await subscribed(ld, members);
    await ld.patch(`/entities/${id}/attrs`, silent);
    await ld.patch(`/entities/${id}/attrs`, telling);
    expect(await data()).toEqual([
      expect.objectContaining(
        Object.fromEntries(Object.keys(telling).map((name) => [name, expect.anything()])),
      ),
    ]);
  });

  it.each([
    [{ entities: [{ type: 'A,B' }] }, [['A'], ['C'], ['B']]],
    [{ entities: [{ type: '(A;B)' }] }, [['A'], ['A', 'B'], ['B']]],
    [{ entities: [{ type: 'B' }] }, [['A'], ['A', 'B'], ['B']]],
    [{ entities: [{ type: '*' }] }, [['A'], ['C']]],
    [{ entities: [{ type: 'A', idPattern: 'T:1$' }] }, [['A'], ['A'], ['B']]],
  ])('notify of the entities that %j names', async (members, types) => {
    const ld = client();
    await subscribed(ld, { ...members, notificationTrigger: ['entityCreated'] });
    const isMeant: Readonly<Record<string, (types: readonly string[], at: number) => boolean>> = {
      'A,B': (all) => all.includes('A') || all.includes('B'),
      '(A;B)': (all) => all.includes('A') && all.includes('B'),
      B: (all) => all.includes('B'),
      '*': () => true,
      A: (all, at) => all.includes('A') && at === 1,
    };
    const selects = isMeant[members.entities[0]!.type]!;
    const wanted = types.flatMap((all, at) => (selects(all, at) ? [`urn:ngsi-ld:T:${at}`] : []));
    for (const [at, type] of types.entries()) await ld.make({ type, a: 1 }, `urn:ngsi-ld:T:${at}`);
    const bodies = (await notified(wanted.length)) as readonly { data: readonly { id: string }[] }[];
    expect(bodies.map((body) => body.data[0]!.id).sort()).toEqual(wanted);
  });

  it('notify by triggers of deletions, with what is gone as null', async () => {
    const ld = client();
    await subscribed(ld, { notificationTrigger: ['attributeDeleted', 'entityDeleted'] });
    const id = await ld.make({ a: 1, r: { object: 'urn:b:1' } });
    await ld.patch(`/entities/${id}/attrs`, { a: 2 });
    await ld.delete(`/entities/${id}/attrs/r`);
    expect(await data()).toEqual([
      { id, type: 'T', a: { type: 'Property', value: 2 }, r: { type: 'Relationship', object: NULL } },
    ]);
    await ld.delete(`/entities/${id}`);
    expect(await data()).toEqual([{ id, type: 'T', deletedAt: ANY_TIME }]);
  });

  it('tell of deleted instances by their dataset, and when', async () => {
    const ld = client();
    await subscribed(ld, { notificationTrigger: ['attributeDeleted'] }, { sysAttrs: true, pick: ['m'] });
    const id = await ld.make({ m: [{ value: 1 }, { value: 2, datasetId: 'urn:d:1' }] });
    const times = { createdAt: ANY_TIME, modifiedAt: ANY_TIME };
    const gone = { type: 'Property', value: NULL, ...times, deletedAt: ANY_TIME };
    await ld.delete(`/entities/${id}/attrs/m?datasetId=urn:d:1`);
    expect(await data()).toMatchObject([
      {
        m: [
          { type: 'Property', value: 1, ...times },
          { ...gone, datasetId: 'urn:d:1' },
        ],
      },
    ]);
    await ld.delete(`/entities/${id}/attrs/m?deleteAll=true`);
    expect(await data()).toMatchObject([{ m: gone }]);
    await ld.post(`/entities/${id}/attrs`, { m: { value: 3, datasetId: 'urn:d:2' } });
    await ld.delete(`/entities/${id}/attrs/m?datasetId=urn:d:2`);
    expect(await data()).toMatchObject([{ m: { ...gone, datasetId: 'urn:d:2' } }]);
  });

  it('show what was before with showChanges', async () => {
    const ld = client();
    const id = await ld.make({ a: 1, b: 1, l: { languageMap: { en: 'x' } } });
    const notificationTrigger = ['entityUpdated', 'entityDeleted'];
    await subscribed(ld, { notificationTrigger }, { showChanges: true });
    await ld.patch(`/entities/${id}/attrs`, { a: 2, l: { languageMap: { en: 'y' } } });
    expect(await data()).toEqual([
      {
        id,
        type: 'T',
        a: { type: 'Property', value: 2, previousValue: 1 },
        b: { type: 'Property', value: 1 },
        l: { type: 'LanguageProperty', languageMap: { en: 'y' }, previousLanguageMap: { en: 'x' } },
      },
    ]);
    await ld.delete(`/entities/${id}`);
    expect(await data()).toEqual([
      {
        id,
        type: 'T',
        a: { type: 'Property', value: NULL, previousValue: 2 },
        b: { type: 'Property', value: NULL, previousValue: 1 },
        l: { type: 'LanguageProperty', languageMap: { '@none': NULL }, previousLanguageMap: { en: 'y' } },
        deletedAt: ANY_TIME,
      },
    ]);
  });

  it.each([
    ['concise', {}, { a: 1, r: { object: 'urn:b:1' } }],
    ['keyValues', {}, { a: 1, r: 'urn:b:1' }],
    ['simplified', { pick: ['id', 'a'] }, undefined],
  ])('write the form %s', async (format, more, shown) => {
    const ld = client();
    await subscribed(ld, {}, { format, ...more });
    const id = await ld.make({ a: 1, r: { object: 'urn:b:1' } });
    expect(await data()).toEqual([shown === undefined ? { id, a: 1 } : { id, type: 'T', ...shown }]);
  });

  it('write GeoJSON, and JSON-LD with the context in the body', async () => {
    const ld = client();
    const location = { type: 'Point', coordinates: [1, 2] };
    const endpoint = (accept: string) => ({ endpoint: { uri: `${receiver.url}/notify`, accept } });
    await subscribed(ld, { id: `${ID}geo` }, endpoint('application/geo+json'));
    const id = await ld.make({ location });
    const [geo] = await receiver.take(1);
    expect(geo!.header('content-type')).toBe('application/geo+json');
    expect(geo!.json()).toMatchObject({
      data: {
        type: 'FeatureCollection',
        features: [{ id, type: 'Feature', geometry: location, properties: { type: 'T' } }],
      },
    });
    await ld.delete(`/subscriptions/${ID}geo`);
    await subscribed(ld, {}, endpoint('application/ld+json'));
    await ld.patch(`/entities/${id}/attrs`, { a: 1 });
    const [inBody] = await receiver.take(1);
    expect(inBody!.header('content-type')).toBe('application/ld+json');
    expect(inBody!.header('link')).toBeUndefined();
    expect(inBody!.json()).toMatchObject({ '@context': CORE });
  });

  it('show names of their own context, and full names to readers of another', async () => {
    const ld = client();
    const context = { warmth: 'https://a.example/warmth', House: 'https://a.example/House' };
    const body = {
      ...subscription({ entities: [{ type: 'House' }], watchedAttributes: ['warmth'] }),
      '@context': context,
    };
    expect((await ld.post('/subscriptions', body, LD_JSON)).status).toBe(201);
    expect((await ld.get(`/subscriptions/${ID}`)).json()).toMatchObject({
      entities: [{ type: 'https://a.example/House' }],
      watchedAttributes: ['https://a.example/warmth'],
    });
    await ld.post(
      '/entities',
      { id: 'urn:h:1', type: 'House', warmth: 1, other: 2, '@context': context },
      LD_JSON,
    );
    const [request] = await receiver.take(1);
    expect(request!.json()).toMatchObject({
      data: [{ id: 'urn:h:1', type: 'House', warmth: { type: 'Property', value: 1 }, other: { value: 2 } }],
    });
    const [, address] = /<([^>]+)>/.exec(request!.header('link') ?? '') ?? [];
    expect(address).toMatch(/\/ngsi-ld\/v1\/jsonldContexts\//);
    expect(outcome(await ld.get('/subscriptions', linkTo(address!)))).toBe('200');
  });

  it('write entities for receivers of NGSIv2', async () => {
    const ld = client();
    await subscribed(ld, {}, { format: 'x-ngsiv2-keyValues' });
    const id = await ld.make({ a: 1 });
    const [request] = await receiver.take(1);
    expect(request!.header('ngsiv2-attrsformat')).toBe('keyValues');
    expect(request!.json()).toEqual({
      subscriptionId: ID,
      data: [{ id, type: `${FULL}T`, [`${FULL}a`]: 1 }],
    });
  });

  it('send the header fields that the subscription gives', async () => {
    const ld = client();
    const receiverInfo = [
      { key: 'X-Mine', value: 'v' },
      { key: 'X-Asked', value: 'urn:ngsi-ld:request' },
    ];
    const body = subscription({}, { endpoint: { uri: receiver.url, receiverInfo } });
    expect((await ld.post('/subscriptions', body, { 'X-Asked': 'of the request' })).status).toBe(201);
    await ld.make({ a: 1 });
    const [request] = await receiver.take(1);
    expect([request!.header('x-mine'), request!.header('x-asked')]).toEqual(['v', 'of the request']);
  });

  it('pause, go on, and tell nothing of what was in between', async () => {
    const ld = client();
    await subscribed(ld, { isActive: false });
    await ld.make({ a: 1 });
    expect((await ld.patch(`/subscriptions/${ID}`, { isActive: true })).status).toBe(204);
    await nothingBefore(ld);
  });

  it('tell nothing of what is there when they are created', async () => {
    const ld = client();
    await ld.make({ a: 1 });
    await subscribed(ld);
    await nothingBefore(ld);
  });

  it('notify again and again of all entities by a timer', async () => {
    const ld = client();
    for (const at of [1, 2]) await ld.make({ a: at }, `urn:ngsi-ld:T:${at}`);
    await subscribed(ld, { timeInterval: 0.5, q: 'a>0' }, { format: 'keyValues' });
    for (const body of await notified(2))
      expect((body as { data: unknown }).data).toEqual([
        { id: 'urn:ngsi-ld:T:1', type: 'T', a: 1 },
        { id: 'urn:ngsi-ld:T:2', type: 'T', a: 2 },
      ]);
    expect((await ld.delete(`/subscriptions/${ID}`)).status).toBe(204);
  });

  it.each([
    ['no receiver', () => 'http://127.0.0.1:1/'],
    ['a receiver that answers with an error', () => failing.url],
  ])('tell of failures: %s', async (_, uri) => {
    const ld = client();
    await subscribed(ld, {}, { endpoint: { uri: uri() } });
    await ld.make({ a: 1 });
    let shown: { notification: Record<string, unknown> };
    do shown = (await ld.get(`/subscriptions/${ID}`)).json() as typeof shown;
    while (shown.notification['lastFailure'] === undefined);
    expect(shown.notification).toMatchObject({
      status: 'failed',
      timesSent: 1,
      timesFailed: 1,
      lastFailure: ANY_TIME,
    });
  });

  it('are asked for in a tenant that is there', async () => {
    expect(outcome(await client().get('/subscriptions'))).toBe('404 NonexistentTenant');
    expect(outcome(await client().get(`/subscriptions/${ID}`))).toBe('404 NonexistentTenant');
  });
});
