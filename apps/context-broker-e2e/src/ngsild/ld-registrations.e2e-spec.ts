import { eventually } from '@smart-city/testing';
import { describeEachStore } from '../support/each-store';
import { LD_JSON, LdClient, outcome } from './ld-client';

const PATH = '/csourceRegistrations';
const ID = 'urn:ngsi-ld:ContextSourceRegistration:1';
const OTHER = 'urn:ngsi-ld:ContextSourceRegistration:2';
const CAR = 'urn:ngsi-ld:Car:1';
const CORE = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context-v1.9.jsonld';
const ANY_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/) as string;
const POINT = { type: 'Point', coordinates: [1, 2] };

const registration = (members: object = {}) => ({
  id: ID,
  type: 'ContextSourceRegistration',
  information: [{ entities: [{ type: 'Car' }], propertyNames: ['speed'] }],
  endpoint: 'http://source.example.org:1026',
  ...members,
});

/** Claims one attribute of one car. */
const exclusive = (members: object = {}) =>
  registration({
    mode: 'exclusive',
    information: [{ entities: [{ id: CAR, type: 'Car' }], propertyNames: ['speed'] }],
    ...members,
  });

const REDIRECT = registration({ id: OTHER, mode: 'redirect' });

// Sections that these tests show:
// docs/behaviour/ngsi-ld.md#registrations-of-context-sources

describeEachStore('registrations of context sources', (broker) => {
  const client = () => new LdClient(broker());
  const register = async (ld: LdClient, body: object) => {
    const answer = await ld.post(PATH, body);
    if (answer.status !== 201) throw new Error(answer.body);
  };
  const found = async (ld: LdClient, query: string) => {
    const answer = await ld.get(`${PATH}?${query}`);
    if (answer.status !== 200) throw new Error(answer.body);
    return (answer.json() as { id: string }[]).map(({ id }) => id);
  };

  it('are created, shown, changed and deleted', async () => {
    const ld = client();
    const body = registration({
      registrationName: 'cars',
      information: [
        {
          entities: [{ type: ['Car', 'Bus'], idPattern: '^urn:' }],
          propertyNames: ['speed'],
          relationshipNames: ['isParked'],
        },
        { propertyNames: ['name'] },
      ],
      mode: 'inclusive',
      operations: ['retrieveOps', 'createEntity'],
      expiresAt: '2099-01-01T00:00:00Z',
      location: POINT,
      scope: '/Madrid',
      tenant: 'other',
      datasetId: ['urn:d:1', '@none'],
      contextSourceAlias: 'alias',
      contextSourceInfo: [{ key: 'a', value: 'b' }],
      refreshRate: 'PT10S',
      management: { localOnly: true, timeout: 100, cacheDuration: 'PT1M' },
      quality: { type: 'Property', value: 3 },
    });
    const created = await ld.post(PATH, { ...body, status: 'failed', timesSent: 7 });
    expect(created).toMatchObject({ status: 201, body: '' });
    expect(created.header('location')).toBe(`/ngsi-ld/v1/csourceRegistrations/${ID}`);
    const got = await ld.get(`${PATH}/${ID}`);
    expect(got.json()).toEqual(body);
    expect(got.header('link')).toContain(`<${CORE}>`);
    const inBody = await ld.get(`${PATH}/${ID}`, { Accept: 'application/ld+json' });
    expect(inBody.json()).toEqual({ ...body, '@context': CORE });
    expect((await ld.get(`${PATH}/${ID}?options=sysAttrs`)).json()).toEqual({
      ...body,
      createdAt: ANY_TIME,
      modifiedAt: ANY_TIME,
    });
    const change = { expiresAt: null, quality: null, endpoint: 'http://new.example.org', weight: 2 };
    expect((await ld.patch(`${PATH}/${ID}`, change)).status).toBe(204);
    const { expiresAt: _, quality: __, ...rest } = body as Record<string, unknown>;
    expect((await ld.get(`${PATH}/${ID}`)).json()).toEqual({
      ...rest,
      endpoint: 'http://new.example.org',
      weight: 2,
    });
    expect((await ld.delete(`${PATH}/${ID}`)).status).toBe(204);
    for (const answer of [
      await ld.get(`${PATH}/${ID}`),
      await ld.delete(`${PATH}/${ID}`),
      await ld.patch(`${PATH}/${ID}`, { description: 'x' }),
    ])
      expect(outcome(answer)).toBe('404 ResourceNotFound');
  });

  it('get an id where the client gives none, and another of the same id is refused', async () => {
    const ld = client();
    const { id: _, ...body } = registration();
    const created = await ld.post(PATH, body);
    const location = created.header('location') ?? '';
    expect(location).toMatch(/urn:ngsi-ld:ContextSourceRegistration:[0-9a-f-]{36}$/);
    const id = location.slice(location.indexOf('urn:'));
    expect(outcome(await ld.post(PATH, { ...body, id }))).toBe('409 AlreadyExists');
  });

  it('have names that the reader of each answer understands', async () => {
    const ld = client();
    const context = { Car: 'https://a.org/Car', speed: 'https://a.org/speed', quality: 'https://a.org/q' };
    const answer = await ld.post(PATH, registration({ '@context': context, quality: 1 }), LD_JSON);
    expect(answer.status).toBe(201);
    expect((await ld.get(`${PATH}/${ID}`)).json()).toMatchObject({
      information: [{ entities: [{ type: 'https://a.org/Car' }], propertyNames: ['https://a.org/speed'] }],
      'https://a.org/q': 1,
    });
    const hosted = await ld.post('/jsonldContexts', { '@context': context });
    const link = {
      Link: `<${ld.url}${hosted.header('location')}>; rel="http://www.w3.org/ns/json-ld#context"`,
    };
    const [shown] = (await ld.get(`${PATH}?type=Car`, link)).json() as object[];
    expect(shown).toEqual(registration({ quality: 1 }));
    expect(await found(ld, 'type=Car')).toEqual([]);
  });

  it('vanish when they expire, and leave their id', async () => {
    const ld = client();
    await register(ld, registration({ expiresAt: new Date(Date.now() + 1_000).toISOString() }));
    await eventually(async () => outcome(await ld.get(`${PATH}/${ID}`)) === '404 ResourceNotFound');
    expect(await found(ld, 'type=Car')).toEqual([]);
    await register(ld, registration());
    expect(await found(ld, 'type=Car')).toEqual([ID]);
  });

  it.each<[string, object]>([
    ['another type', { type: 'Subscription' }],
    ['an id that is no URI', { id: 'one' }],
    ['no endpoint', { endpoint: undefined }],
    ['an endpoint that is no URI', { endpoint: 'here' }],
    ['no information', { information: undefined }],
    ['empty information', { information: [] }],
    ['information of nothing', { information: [{}] }],
    ['information that is no array', { information: { entities: [{ type: 'Car' }] } }],
    ['entities without a type', { information: [{ entities: [{ id: CAR }] }] }],
    ['an id and a pattern', { information: [{ entities: [{ type: 'T', id: CAR, idPattern: '.*' }] }] }],
    ['a broken pattern', { information: [{ entities: [{ type: 'T', idPattern: '[' }] }] }],
    ['no names', { information: [{ propertyNames: [] }] }],
    ['a name that is none', { information: [{ propertyNames: ['a b'] }] }],
    ['an unknown mode', { mode: 'sometimes' }],
    ['an unknown operation', { operations: ['flyEntity'] }],
    ['no operations', { operations: [] }],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['an end that is no time', { expiresAt: 'soon' }],
    ['a place that is none', { location: { type: 'Point', coordinates: ['a'] } }],
    ['an interval without a start', { observationInterval: { endAt: '2020-01-01T00:00:00Z' } }],
    [
      'an interval that ends before it starts',
      { managementInterval: { startAt: '2021-01-01T00:00:00Z', endAt: '2020-01-01T00:00:00Z' } },
    ],
    ['a scope that is none', { scope: '/1' }],
    ['a dataset that is no URI', { datasetId: ['one'] }],
    ['a rate that is no duration', { refreshRate: '10s' }],
    ['info without a value', { contextSourceInfo: [{ key: 'a' }] }],
    ['a timeout of nothing', { management: { timeout: 0 } }],
    ['a property of null', { quality: null }],
    ['exclusive entities without an id', { mode: 'exclusive' }],
    [
      'exclusive entities without attributes',
      { mode: 'exclusive', information: [{ entities: [{ id: CAR, type: 'Car' }] }] },
    ],
    [
      'more claims than are compared',
      {
        mode: 'redirect',
        information: [{ propertyNames: Array.from({ length: 501 }, (_, at) => `a${at}`) }],
      },
    ],
    ['an auxiliary source that writes', { mode: 'auxiliary', operations: ['retrieveOps', 'createEntity'] }],
  ])('are refused with %s', async (_, members) => {
    expect(outcome(await client().post(PATH, registration(members)))).toBe('400 BadRequestData');
  });

  it.each<[string, object]>([
    ['another id', { id: OTHER }],
    ['another type', { type: 'Subscription' }],
    ['no information', { information: null }],
    ['no endpoint', { endpoint: null }],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['a mode that the information does not fit', { mode: 'exclusive' }],
  ])('are not changed to %s', async (_, change) => {
    const ld = client();
    await register(ld, registration());
    expect(outcome(await ld.patch(`${PATH}/${ID}`, change))).toBe('400 BadRequestData');
    expect((await ld.get(`${PATH}/${ID}`)).json()).toEqual(registration());
  });

  it.each<[string, object, object, string]>([
    ['exclusive, exclusive', exclusive(), exclusive({ id: OTHER }), '409 Conflict'],
    ['exclusive, redirect', exclusive(), REDIRECT, '409 Conflict'],
    ['redirect, exclusive', REDIRECT, exclusive(), '409 Conflict'],
    ['redirect, redirect', REDIRECT, registration({ mode: 'redirect' }), '201'],
    ['exclusive, inclusive', exclusive(), registration({ id: OTHER }), '201'],
    [
      'another attribute',
      exclusive(),
      exclusive({ id: OTHER, information: [{ entities: [{ id: CAR, type: 'Car' }], propertyNames: ['x'] }] }),
      '201',
    ],
    [
      'another entity',
      exclusive(),
      exclusive({
        id: OTHER,
        information: [{ entities: [{ id: OTHER, type: 'Car' }], propertyNames: ['speed'] }],
      }),
      '201',
    ],
    [
      'a pattern of other ids',
      exclusive(),
      registration({
        id: OTHER,
        mode: 'redirect',
        information: [{ entities: [{ type: 'Car', idPattern: 'Car:2$' }] }],
      }),
      '201',
    ],
  ])('meet another registration: %s', async (_, first, second, expected) => {
    const ld = client();
    await register(ld, first);
    expect(outcome(await ld.post(PATH, second))).toBe(expected);
  });

  it('do not become exclusive by a change where another one is', async () => {
    const ld = client();
    await register(ld, exclusive());
    await register(ld, exclusive({ id: OTHER, mode: 'inclusive' }));
    expect(outcome(await ld.patch(`${PATH}/${OTHER}`, { mode: 'exclusive' }))).toBe('409 Conflict');
    expect(outcome(await ld.patch(`${PATH}/${ID}`, { description: 'the same' }))).toBe('204');
  });

  it.each<[string, object, string]>([
    ['exclusive', exclusive(), '409 Conflict'],
    [
      'exclusive, of another attribute',
      exclusive({ information: [{ entities: [{ id: CAR, type: 'Car' }], propertyNames: ['other'] }] }),
      '201',
    ],
    ['redirect', REDIRECT, '409 Conflict'],
    ['redirect, of another type', { ...REDIRECT, information: [{ entities: [{ type: 'Bus' }] }] }, '201'],
    ['inclusive', registration(), '201'],
  ])('meet an entity of the broker: %s', async (_, body, expected) => {
    const ld = client();
    await ld.make({ type: 'Car', speed: 1 }, CAR);
    expect(outcome(await ld.post(PATH, body))).toBe(expected);
  });

  it('of which only one can be are not made twice at once', async () => {
    const ld = client();
    const answers = await Promise.all(
      [1, 2, 3].map((at) => ld.post(PATH, exclusive({ id: `urn:ngsi-ld:ContextSourceRegistration:${at}` }))),
    );
    expect(answers.map(outcome).sort()).toEqual(['201', '409 Conflict', '409 Conflict']);
  });

  it('are found by what they hold', async () => {
    const ld = client();
    await register(
      ld,
      registration({ location: POINT, scope: '/A/B', quality: { type: 'Property', value: 3 } }),
    );
    await register(
      ld,
      registration({
        id: OTHER,
        information: [{ entities: [{ type: 'Bus', id: 'urn:ngsi-ld:Bus:1' }] }, { propertyNames: ['fuel'] }],
      }),
    );
    const near = 'georel=near;maxDistance==10&geometry=Point';
    for (const [query, expected] of [
      ['type=Car', [ID, OTHER]],
      ['type=Car&attrs=speed', [ID]],
      ['type=Car,Bus', [ID, OTHER]],
      ['attrs=fuel', [OTHER]],
      ['attrs=speed', [ID, OTHER]],
      ['type=Bus&attrs=speed&id=urn:ngsi-ld:Bus:1', [OTHER]],
      ['type=Bus&attrs=speed&id=urn:ngsi-ld:Bus:2', []],
      ['type=Bus&attrs=speed&idPattern=Bus:1', [OTHER]],
      ['type=Bus&attrs=speed&idPattern=Bus:2', []],
      ['type=Car&q=speed>5', [ID]],
      [`${near}&coordinates=[1,2]`, [ID]],
      [`${near}&coordinates=[5,5]`, []],
      ['type=Car&scopeQ=/A/%2B', [ID]],
      ['type=Car&scopeQ=/C', []],
      ['type=Car&csf=quality==3', [ID]],
      ['type=Car&csf=quality>3', []],
      ['type=Car&csf=endpoint==%22http://source.example.org:1026%22', [ID, OTHER]],
    ] as const)
      expect([query, await found(ld, query)]).toEqual([query, expected]);
  });

  it('of sources of history are found by time only', async () => {
    const ld = client();
    const interval = { startAt: '2020-01-01T00:00:00Z', endAt: '2021-01-01T00:00:00Z' };
    await register(ld, registration({ observationInterval: interval }));
    await register(ld, registration({ id: OTHER, managementInterval: { startAt: interval.startAt } }));
    for (const [query, expected] of [
      ['', []],
      ['&timerel=before&timeAt=2020-06-01T00:00:00Z', [ID]],
      ['&timerel=before&timeAt=2020-01-01T00:00:00Z', []],
      ['&timerel=after&timeAt=2020-06-01T00:00:00Z', [ID]],
      ['&timerel=after&timeAt=2022-01-01T00:00:00Z', []],
      ['&timerel=after&timeAt=2022-01-01T00:00:00Z&timeproperty=modifiedAt', [OTHER]],
      ['&timerel=between&timeAt=2019-01-01T00:00:00Z&endTimeAt=2020-02-01T00:00:00Z', [ID]],
    ] as const)
      expect([query, await found(ld, `type=Car${query}`)]).toEqual([query, expected]);
  });

  it('are listed in pages, and counted', async () => {
    const ld = client();
    for (const at of [1, 2, 3])
      await register(ld, registration({ id: `urn:ngsi-ld:ContextSourceRegistration:${at}` }));
    const page = await ld.get(`${PATH}?type=Car&limit=1&offset=1&count=true`);
    expect(page.json()).toEqual([registration({ id: OTHER })]);
    expect(page.header('ngsild-results-count')).toBe('3');
    const link = (offset: number, relation: string) =>
      `</ngsi-ld/v1/csourceRegistrations?type=Car&limit=1&offset=${offset}&count=true>;rel="${relation}";type="application/ld+json"`;
    expect(page.header('link')).toContain(link(2, 'next'));
    expect(page.header('link')).toContain(link(0, 'prev'));
    const counted = await ld.get(`${PATH}?type=Car&limit=0&count=true`);
    expect([counted.json(), counted.header('ngsild-results-count')]).toEqual([[], '3']);
  });

  it.each([
    ['', '400 BadRequestData'],
    ['?id=urn:a:1', '400 BadRequestData'],
    ['?csf=a==1', '400 BadRequestData'],
    ['?type=Car&id=one', '400 BadRequestData'],
    ['?type=Car&idPattern=[', '400 BadRequestData'],
    ['?type=Car&q=a==', '400 BadRequestData'],
    ['?type=Car&csf=a==', '400 BadRequestData'],
    ['?type=Car&limit=-1', '400 BadRequestData'],
    ['?type=Car&limit=0', '400 BadRequestData'],
    ['?type=Car&georel=within', '400 BadRequestData'],
    ['?type=Car&timerel=before', '400 BadRequestData'],
    ['?type=Car&timeAt=2020-01-01T00:00:00Z', '400 BadRequestData'],
    ['?type=Car&timerel=between&timeAt=2020-01-01T00:00:00Z', '400 BadRequestData'],
    ['?type=Car&timerel=near&timeAt=2020-01-01T00:00:00Z', '400 BadRequestData'],
    ['?type=Car&timerel=after&timeAt=2020-01-01T00:00:00Z&timeproperty=x', '400 BadRequestData'],
    ['?type=Car&options=keyValues', '400 InvalidRequest'],
    ['?type=Car&pick=a', '400 InvalidRequest'],
    ['/one', '400 BadRequestData'],
    ['/urn:a:1', '404 ResourceNotFound'],
    ['/urn:a:1?type=Car', '400 InvalidRequest'],
  ])('GET %s: %s', async (path, expected) => {
    const ld = client();
    await register(ld, registration());
    expect(outcome(await ld.get(PATH + path))).toBe(expected);
  });

  it('of a tenant that is not there are not found; creating one makes the tenant', async () => {
    const ld = client();
    expect(outcome(await ld.get(`${PATH}?type=Car`))).toBe('404 NonexistentTenant');
    expect(outcome(await ld.delete(`${PATH}/${ID}`))).toBe('404 NonexistentTenant');
    await register(ld, registration());
    expect(await found(ld, 'type=Car')).toEqual([ID]);
    expect(outcome(await client().get(`${PATH}/${ID}`))).toBe('404 NonexistentTenant');
  });
});
