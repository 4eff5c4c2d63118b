import { describeEachStore } from '../support/each-store';
import { LdClient, outcome } from './ld-client';

const FULL = 'https://uri.etsi.org/ngsi-ld/default-context/';
const CORE = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context-v1.9.jsonld';

describeEachStore('discovery of NGSI-LD', (broker) => {
  let ld: LdClient;
  beforeAll(async () => {
    ld = new LdClient(broker());
    const location = { type: 'Point', coordinates: [1, 2] };
    await ld.make({ type: 'Room', t: 1, location }, 'urn:R:1');
    await ld.make({ type: ['Room', 'Hall'], t: { object: 'urn:R:1' }, 'https://a.b/c': 1 }, 'urn:R:2');
  });
  const json = async (path: string) => (await ld.get(path)).json();

  it('lists types', async () => {
    expect(await json('/types')).toEqual({
      id: expect.stringMatching(/^urn:ngsi-ld:EntityTypeList:/) as string,
      type: 'EntityTypeList',
      typeList: ['Hall', 'Room'],
    });
    expect(await json('/types?details=true')).toEqual([
      { id: `${FULL}Hall`, type: 'EntityType', typeName: 'Hall', attributeNames: ['https://a.b/c', 't'] },
      {
        id: `${FULL}Room`,
        type: 'EntityType',
        typeName: 'Room',
        attributeNames: ['https://a.b/c', 'location', 't'],
      },
    ]);
    expect(await json('/types/Room')).toMatchObject({
      id: `${FULL}Room`,
      type: 'EntityTypeInfo',
      typeName: 'Room',
      entityCount: 2,
      attributeDetails: [
        { id: 'https://a.b/c', attributeTypes: ['Property'] },
        { attributeName: 'location', attributeTypes: ['GeoProperty'] },
        {
          id: `${FULL}t`,
          type: 'Attribute',
          attributeName: 't',
          attributeTypes: ['Property', 'Relationship'],
        },
      ],
    });
  });

  it('lists attributes', async () => {
    expect(await json('/attributes')).toMatchObject({
      type: 'AttributeList',
      attributeList: ['https://a.b/c', 'location', 't'],
    });
    expect(await json('/attributes?details=true')).toContainEqual({
      id: `${FULL}t`,
      type: 'Attribute',
      attributeName: 't',
      typeNames: ['Hall', 'Room'],
    });
    expect(await json(`/attributes/${encodeURIComponent(`${FULL}t`)}`)).toEqual({
      id: `${FULL}t`,
      type: 'Attribute',
      attributeName: 't',
      typeNames: ['Hall', 'Room'],
      attributeCount: 2,
      attributeTypes: ['Property', 'Relationship'],
    });
  });

  it('tells its context, in a link or in each object', async () => {
    expect((await ld.get('/types')).header('Link')).toContain(CORE);
    const answer = await ld.get('/types?details=true', { Accept: 'application/ld+json' });
    expect(answer.header('Link')).toBeUndefined();
    expect(answer.json()).toMatchObject([{ '@context': CORE }, { '@context': CORE }]);
  });

  it.each([
    ['/types/None', '404 ResourceNotFound'],
    ['/attributes/none', '404 ResourceNotFound'],
    ['/types?details=yes', '400 BadRequestData'],
    ['/attributes?limit=1', '400 InvalidRequest'],
    ['/types/1a', '400 BadRequestData'],
  ])('%s is refused: %s', async (path, expected) => {
    expect(outcome(await ld.get(path))).toBe(expected);
  });

  it('tells who it is', async () => {
    const identity = await json('/info/sourceIdentity');
    expect(identity).toMatchObject({
      type: 'ContextSourceIdentity',
      contextSourceUptime: expect.stringMatching(/^PT\d+S$/) as string,
      contextSourceTimeAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    const alias = (answer: unknown) => (answer as { contextSourceAlias: string }).contextSourceAlias;
    const other = await new LdClient(broker()).get('/info/sourceIdentity');
    expect(alias(other.json())).not.toBe(alias(identity));
    expect(alias(await json('/info/sourceIdentity'))).toBe(alias(identity));
  });
});

describeEachStore('one entity of NGSI-LD with what it leads to', (broker) => {
  it('is shown around it, or before it', async () => {
    const ld = new LdClient(broker());
    await ld.make({ owner: { object: 'urn:P:1' } }, 'urn:H:1');
    await ld.make({ name: 'Ann' }, 'urn:P:1');
    const get = async (query: string) => (await ld.get(`/entities/urn:H:1?${query}`)).json();
    const ann = { id: 'urn:P:1', type: 'T', name: 'Ann' };
    expect(await get('join=inline&format=simplified')).toEqual({ id: 'urn:H:1', type: 'T', owner: ann });
    expect(await get('join=flat&format=simplified')).toEqual([
      { id: 'urn:H:1', type: 'T', owner: 'urn:P:1' },
      ann,
    ]);
    expect(await get('join=@none&format=simplified')).toEqual({ id: 'urn:H:1', type: 'T', owner: 'urn:P:1' });
    for (const query of ['joinLevel=1', 'join=inline&joinLevel=0', 'pick=owner{name}', 'join=around'])
      expect(outcome(await ld.get(`/entities/urn:H:1?${query}`))).toBe('400 BadRequestData');
  });
});

describeEachStore('entity maps of NGSI-LD', (broker) => {
  it('pin what a query selected', async () => {
    const ld = new LdClient(broker());
    for (const n of [1, 2, 3]) await ld.make({ a: n }, `urn:T:${n}`);
    const first = await ld.get(
      '/entities?type=T&entityMap=true&limit=2&count=true&format=simplified&pick=id',
    );
    expect([first.status, first.json()]).toEqual([201, [{ id: 'urn:T:1' }, { id: 'urn:T:2' }]]);
    const path = first.header('NGSILD-EntityMap')!;
    expect(path).toMatch(/^\/ngsi-ld\/v1\/entityMaps\/urn:ngsi-ld:EntityMap:/);
    await ld.delete('/entities/urn:T:2');
    await ld.make({ a: 4 }, 'urn:T:4');
    const next = await ld.get('/entities?type=T&count=true&pick=id', { 'NGSILD-EntityMap': path });
    expect([
      next.status,
      next.json(),
      next.header('NGSILD-Results-Count'),
      next.header('NGSILD-EntityMap'),
    ]).toEqual([200, [{ id: 'urn:T:1' }, { id: 'urn:T:3' }], '3', path]);
    const own = path.replace('/ngsi-ld/v1', '');
    expect((await ld.get(own)).json()).toMatchObject({
      type: 'EntityMap',
      entityMap: { 'urn:T:1': ['@none'], 'urn:T:2': ['@none'], 'urn:T:3': ['@none'] },
      linkedMaps: {},
    });
    expect(outcome(await ld.patch(own, { expiresAt: '2095-01-01T00:00:00Z' }))).toBe('204');
    expect(outcome(await ld.patch(own, { expiresAt: '2015-01-01T00:00:00Z' }))).toBe('400 BadRequestData');
    expect(outcome(await ld.patch(own, { entityMap: {} }))).toBe('400 BadRequestData');
    expect(outcome(await ld.delete(own))).toBe('204');
    expect(outcome(await ld.get(own))).toBe('404 ResourceNotFound');
    const again = await ld.get('/entities?type=T&entityMap=true', { 'NGSILD-EntityMap': path });
    expect(again.status).toBe(201);
  });

  it('are made by themselves, too', async () => {
    const ld = new LdClient(broker());
    await ld.make({ a: 1 }, 'urn:T:1');
    const made = await ld.get('/entityMaps?type=T');
    expect([made.status, made.json()]).toMatchObject([201, { entityMap: { 'urn:T:1': ['@none'] } }]);
    const posted = await ld.post('/entityMaps', { type: 'Query', entities: [{ type: 'U' }] });
    expect([posted.status, posted.json()]).toMatchObject([201, { entityMap: {} }]);
    expect(outcome(await ld.get('/entityMaps'))).toBe('400 BadRequestData');
    expect(outcome(await ld.get('/entityMaps/urn:ngsi-ld:EntityMap:1'))).toBe('404 ResourceNotFound');
  });
});
