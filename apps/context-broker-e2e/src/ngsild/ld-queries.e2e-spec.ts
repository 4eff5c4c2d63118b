import { describeEachStore, isFullDatabase } from '../support/each-store';
import { LdClient, linkTo, outcome } from './ld-client';

const FULL = 'https://uri.etsi.org/ngsi-ld/default-context/';
const CORE =
  /<https:\/\/uri\.etsi\.org\/ngsi-ld\/v1\/ngsi-ld-core-context-v1\.9\.jsonld>; rel="[^"]*#context"; type="application\/ld\+json"/;

const point = (...coordinates: number[]) => ({ type: 'GeoProperty', value: { type: 'Point', coordinates } });
const ROOMS: Record<string, object> = {
  'urn:R:1': { type: 'Room', t: 20, name: 'Ärger', location: point(8, 40), scope: '/a/b' },
  'urn:R:2': { type: ['Room', 'Hall'], t: 25, name: 'zoo', in: { type: 'Relationship', object: 'urn:H:1' } },
  'urn:R:3': { type: 'Room', t: [{ value: 1 }, { value: 30, datasetId: 'urn:d:1' }], name: 'Apple' },
  'urn:H:1': {
    type: 'House',
    name: 'House',
    owner: { type: 'Relationship', object: ['urn:P:1', 'urn:P:9'] },
  },
  'urn:P:1': { type: 'Person', name: 'Ann', home: { type: 'Relationship', object: 'urn:H:1' } },
};

// Sections that these tests show:
// docs/behaviour/ngsi-ld-queries.md#entities
// docs/behaviour/ngsi-ld-queries.md#q
// docs/behaviour/ngsi-ld-queries.md#places
// docs/behaviour/ngsi-ld-queries.md#pages-purges-and-maps
// docs/behaviour/ngsi-ld-queries.md#joins

describeEachStore('queries of NGSI-LD', (broker, store) => {
  let ld: LdClient;
  beforeAll(async () => {
    ld = new LdClient(broker());
    for (const [id, members] of Object.entries(ROOMS)) await ld.make(members, id);
  });
  const ids = async (query: string) => {
    const answer = await ld.get(`/entities?${query}`);
    if (answer.status !== 200) return outcome(answer);
    return (answer.json() as { id: string }[]).map(({ id }) => id.slice(4)).join(' ');
  };

  it.each([
    ['type=Room', 'R:1 R:2 R:3'],
    ['type=Hall', 'R:2'],
    ['type=(Room;Hall)', 'R:2'],
    ['type=House,Person', 'H:1 P:1'],
    [`type=${encodeURIComponent(`${FULL}House`)}`, 'H:1'],
    ['type=None', ''],
    ['type=*', 'R:1 R:2 R:3 H:1 P:1'],
    ['type=Room&id=urn:R:3,urn:H:1', 'R:3'],
    ['type=Room&idPattern=[12]$', 'R:1 R:2'],
    ['type=Room&id=urn:R:3&idPattern=1', 'R:3'],
    ['local=true', 'R:1 R:2 R:3 H:1 P:1'],
    ['attrs=t', 'R:1 R:2 R:3'],
    ['q=t>=25', 'R:2 R:3'],
    ['q=name=="House"|t==20', 'R:1 H:1'],
    ['q=in==urn:H:1', 'R:2'],
    ['q=owner=="urn:P:9"', 'H:1'],
    ['q=t.datasetId==urn:d:1', 'R:3'],
    ['scopeQ=/a/%23', 'R:1'],
    ['georel=near;maxDistance==2000&geometry=Point&coordinates=[8,40.01]', 'R:1'],
    ['georel=within&geometry=Polygon&coordinates=[[[7,39],[9,39],[9,41],[7,41],[7,39]]]', 'R:1'],
    ['georel=disjoint&geometry=Point&coordinates=[0,0]', 'R:1'],
    ['type=Room&orderBy=name&local=true', 'R:3 R:1 R:2'],
    ['type=Room&orderBy=t;desc&local=true', 'R:2 R:1 R:3'],
    ['type=Room&orderBy=location;dist-asc&orderFrom=[8,40]&local=true', 'R:1 R:2 R:3'],
    ['type=Room&q=in{name}=="House"&join=inline', 'R:2'],
    ['type=Room&q=in{House:owner{name}}=="Ann"&join=flat&joinLevel=2', 'R:2 H:1 P:1'],
    ['type=Room&q=in{name}=="Nobody"&join=inline', ''],
    ['type=Room&limit=1&offset=1', 'R:2'],
    ['type=Room&pick=location', '400 BadRequestData'],
  ])('GET /entities?%s selects %s', async (query, expected) => {
    if (query.endsWith('pick=location')) {
      const answer = await ld.get(`/entities?${query}&format=simplified`);
      expect(answer.json()).toEqual([{ location: { type: 'Point', coordinates: [8, 40] } }]);
    } else expect(await ids(query)).toBe(expected);
  });

  it.each([
    ['', '400 BadRequestData'],
    ['id=urn:R:1', '400 BadRequestData'],
    ['type=Room&foo=1', '400 InvalidRequest'],
    ['type=Room&format=csv', '400 InvalidRequest'],
    ['type=Room&options=values', '400 InvalidRequest'],
    ['type=Room&id=nope', '400 BadRequestData'],
    ['type=Room&q=a=1', '400 BadRequestData'],
    ['type=Room&q=', '400 BadRequestData'],
    ['type=Room&limit=0', '400 BadRequestData'],
    ['type=Room&limit=-1', '400 BadRequestData'],
    ['type=Room&limit=2000', '403 TooManyResults'],
    ['type=Room&georel=near&geometry=Point&coordinates=[1,1]', '400 BadRequestData'],
    ['type=Room&geometryProperty=location', '400 BadRequestData'],
    ['type=Room&orderBy=t', '400 BadRequestData'],
    ['type=Room&q=in{name}=="House"', '400 BadRequestData'],
    ['type=Room&pick=in{name}', '400 BadRequestData'],
    [`q=${'a;'.repeat(200)}a`, '403 TooComplexQuery'],
  ])('GET /entities?%s is refused: %s', async (query, expected) => {
    expect(outcome(await ld.get(`/entities?${query}`))).toBe(expected);
  });

  // The stand-in makes a database of whatever is read.
  (isFullDatabase(store) ? it : it.skip)('answers an unknown tenant with 404', async () => {
    expect(outcome(await new LdClient(broker()).get('/entities?type=Room'))).toBe('404 NonexistentTenant');
  });

  it('counts, and links to the pages around', async () => {
    const answer = await ld.get('/entities?type=Room&limit=1&offset=1&count=true');
    expect(answer.header('NGSILD-Results-Count')).toBe('3');
    expect(answer.header('NGSILD-Tenant')).toBe(ld.tenant);
    expect(answer.header('Link')).toMatch(CORE);
    const page = (offset: number) => `</ngsi-ld/v1/entities?count=true&limit=1&offset=${offset}&type=Room>`;
    expect(answer.header('Link')).toContain(`${page(2)};rel="next";type="application/json"`);
    expect(answer.header('Link')).toContain(`${page(0)};rel="prev";type="application/json"`);
    const counted = await ld.get('/entities?type=Room&limit=0&count=true');
    expect([counted.body, counted.header('NGSILD-Results-Count')]).toEqual(['[]', '3']);
    const last = await ld.get('/entities?type=Room&limit=3');
    expect(last.header('Link')).not.toContain('rel="next"');
  });

  it('shows entities as asked', async () => {
    const show = async (query: string, accept?: string) =>
      (await ld.get(`/entities?${query}`, accept === undefined ? {} : { Accept: accept })).json();
    expect(await show('type=House&format=simplified&pick=id,name')).toEqual([
      { id: 'urn:H:1', name: 'House' },
    ]);
    expect(await show('type=Room&attrs=t&format=concise&datasetId=urn:d:1')).toEqual([
      { id: 'urn:R:1', type: 'Room', scope: '/a/b' },
      { id: 'urn:R:2', type: ['Room', 'Hall'] },
      { id: 'urn:R:3', type: 'Room', t: { value: 30, datasetId: 'urn:d:1' } },
    ]);
    expect(await show('id=urn:H:1&type=House&pick=name', 'application/ld+json')).toEqual([
      {
        name: { type: 'Property', value: 'House' },
        '@context': 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context-v1.9.jsonld',
      },
    ]);
    expect(await show('id=urn:R:1&type=Room&pick=id,type,location', 'application/geo+json')).toEqual({
      type: 'FeatureCollection',
      features: [
        {
          id: 'urn:R:1',
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [8, 40] },
          properties: { type: 'Room', location: point(8, 40) },
        },
      ],
      '@context': 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context-v1.9.jsonld',
    });
  });

  it('joins what Relationships lead to', async () => {
    const join = async (query: string) => (await ld.get(`/entities?${query}&format=simplified`)).json();
    const ann = { id: 'urn:P:1', type: 'Person', name: 'Ann', home: 'urn:H:1' };
    const house = { id: 'urn:H:1', type: 'House', name: 'House' };
    expect(await join('type=Hall&pick=id,in&join=inline')).toEqual([
      { id: 'urn:R:2', in: { ...house, owner: ['urn:P:1', 'urn:P:9'] } },
    ]);
    expect(await join('type=Hall&pick=id,in{id,owner{name}}&join=inline&joinLevel=2')).toEqual([
      { id: 'urn:R:2', in: { id: 'urn:H:1', owner: [{ name: 'Ann' }, 'urn:P:9'] } },
    ]);
    expect(await join('type=House&join=inline&joinLevel=5')).toEqual([{ ...house, owner: [ann, 'urn:P:9'] }]);
    expect(await join('type=House&join=inline&containedBy=urn:P:1')).toEqual([
      { ...house, owner: ['urn:P:1', 'urn:P:9'] },
    ]);
    expect(await join('type=House&join=flat')).toEqual([{ ...house, owner: ['urn:P:1', 'urn:P:9'] }, ann]);
    const normalized = await ld.get('/entities?type=Hall&pick=in&join=inline');
    expect(normalized.json()).toMatchObject([{ in: { object: 'urn:H:1', entity: { id: 'urn:H:1' } } }]);
  });

  it('takes the query in a body', async () => {
    const post = (body: object, query = '') =>
      ld.post(`/entityOperations/query${query}`, { type: 'Query', ...body });
    const answer = await post(
      { entities: [{ type: 'Room' }], q: 't>=20', pick: ['id'] },
      '?limit=1&count=true',
    );
    expect([answer.status, answer.json(), answer.header('NGSILD-Results-Count')]).toEqual([
      200,
      [{ id: 'urn:R:1' }],
      '3',
    ]);
    expect(answer.header('Link')).toContain(
      '</ngsi-ld/v1/entityOperations/query?count=true&limit=1&offset=1>;rel="next"',
    );
    expect(outcome(await post({}))).toBe('400 BadRequestData');
    expect(outcome(await post({ entities: [] }))).toBe('400 BadRequestData');
    expect(outcome(await post({ entities: [{ type: 'Room' }] }, '?type=Room'))).toBe('400 InvalidRequest');
    expect(outcome(await ld.post('/entityOperations/query', { entities: [{ type: 'Room' }] }))).toBe(
      '400 BadRequestData',
    );
    expect(outcome(await post({ entities: [{ type: 'Room' }] }))).toBe('200');
    const near = { georel: 'near;maxDistance==1', geometry: 'Point' };
    const [inArray, inText, inNoJson] = await Promise.all(
      [[1, 2], '[1,2]', '[1'].map((coordinates) => post({ geoQ: { ...near, coordinates } })),
    );
    expect(inText).toMatchObject({ status: 200, body: inArray!.body });
    expect(outcome(inNoJson!)).toBe('400 BadRequestData');
  });

  it('finds what NGSIv2 wrote, by its short names', async () => {
    const own = new LdClient(broker());
    const headers = {
      'Fiware-Service': own.tenant,
      'Content-Type': 'application/json',
      'Fiware-ServicePath': '/x',
    };
    const made = await fetch(`${own.url}/v2/entities`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ id: 'Room1', type: 'Room', t: { type: 'Number', value: 21 } }),
    });
    expect(made.status).toBe(201);
    expect((await own.get('/entities?type=Room&q=t==21&format=concise')).json()).toEqual([
      { id: 'Room1', type: 'Room', scope: '/x', t: 21 },
    ]);
  });

  it('refuses a context that no address leads to', async () => {
    const answer = await ld.get('/entities?type=Room', linkTo('http://127.0.0.1:1/none.jsonld'));
    expect(outcome(answer)).toBe('504 LdContextNotAvailable');
  });
});

describeEachStore('purges of NGSI-LD', (broker) => {
  const filled = async () => {
    const ld = new LdClient(broker());
    for (const n of [1, 2, 3]) await ld.make({ type: n === 3 ? 'U' : 'T', a: n, b: n, c: n }, `urn:T:${n}`);
    return ld;
  };
  const left = async (ld: LdClient) => (await ld.get('/entities?local=true&format=simplified')).json();

  it('delete what is selected', async () => {
    const ld = await filled();
    const answer = await ld.delete('/entities?type=T&q=a>1');
    expect([answer.status, answer.header('Content-Length')]).toEqual([204, undefined]);
    expect(await left(ld)).toMatchObject([{ id: 'urn:T:1' }, { id: 'urn:T:3' }]);
    expect(outcome(await ld.delete('/entities?type=None'))).toBe('204');
    expect(outcome(await ld.delete('/entities?local=true'))).toBe('204');
    expect(await left(ld)).toEqual([]);
  });

  it('delete some of the attributes', async () => {
    const ld = await filled();
    expect(outcome(await ld.delete('/entities?type=T&drop=a,c'))).toBe('204');
    expect(outcome(await ld.delete('/entities?type=U&keep=c'))).toBe('204');
    expect(await left(ld)).toEqual([
      { id: 'urn:T:1', type: 'T', b: 1 },
      { id: 'urn:T:2', type: 'T', b: 2 },
      { id: 'urn:T:3', type: 'U', c: 3 },
    ]);
  });

  it.each([
    ['', '400 BadRequestData'],
    ['?id=urn:T:1', '400 BadRequestData'],
    ['?type=T&drop=a&keep=b', '400 BadRequestData'],
    ['?type=T&drop=', '400 BadRequestData'],
    ['?type=T&drop=r{a}', '400 BadRequestData'],
    ['?type=T&pick=a', '400 InvalidRequest'],
    ['?type=T&q=r{a}==1', '400 BadRequestData'],
  ])('refuse %s: %s', async (query, expected) => {
    const ld = await filled();
    expect(outcome(await ld.delete(`/entities${query}`))).toBe(expected);
    expect(await left(ld)).toHaveLength(3);
  });
});
