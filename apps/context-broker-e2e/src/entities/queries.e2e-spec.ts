import { describeEachStore, isFullDatabase } from '../support/each-store';
import { errorBody, type BrokerClient } from '../support/broker-client';
import { EventReader } from '../support/event-reader';

const ids = async (client: BrokerClient, query: string) =>
  ((await client.get(`/v2/entities?${query}`)).json() as { id: string }[]).map(({ id }) => id);

describeEachStore('queries', (broker, store) => {
  let client: BrokerClient;

  beforeAll(async () => {
    client = broker().client();
    const entities = [
      {
        id: 'R1',
        type: 'Room',
        t: { value: 20 },
        s: { value: 'blue' },
        at: { type: 'DateTime', value: '2020-01-01T00:00:00Z' },
        'x.y': { value: { k: 1 } },
      },
      {
        id: 'R2',
        type: 'Room',
        t: { value: 25, metadata: { acc: { value: 0.5 } } },
        s: { value: '25' },
        l: { value: ['a', 'b'] },
      },
      { id: 'C1', type: 'Car', t: { value: 30 }, o: { value: { deep: { n: 5 } } }, z: { value: null } },
    ];
    for (const entity of entities) expect((await client.post('/v2/entities', entity)).status).toBe(201);
    const place = async (id: string, lon: number, lat: number) =>
      client.post('/v2/entities', {
        id,
        type: 'Place',
        location: { type: 'geo:json', value: { type: 'Point', coordinates: [lon, lat] } },
      });
    await place('P1', -3.7, 40.4);
    await place('P2', -3.71, 40.41);
    await place('P3', 2.17, 41.39);
  });

  it('are a map where the client takes GeoJSON', async () => {
    const accept = { Accept: 'application/geo+json' };
    const feature = (id: string, geometry: unknown, properties: object) => ({
      type: 'Feature',
      id,
      geometry,
      properties,
    });
    const place = feature('P1', { type: 'Point', coordinates: [-3.7, 40.4] }, { type: 'Place' });
    const list = await client.get('/v2/entities?id=P1,C1&attrs=t&options=count&orderBy=!id', accept);
    expect(list.header('Content-Type')).toBe('application/geo+json');
    expect(list.header('Fiware-Total-Count')).toBe('2');
    expect(list.json()).toEqual({
      type: 'FeatureCollection',
      features: [place, feature('C1', null, { type: 'Car', t: 30 })],
    });
    const asked = { entities: [{ id: 'P1' }], attrs: ['t'] };
    const batch = await client.post('/v2/op/query?options=count', asked, accept);
    expect(batch.header('Content-Type')).toBe('application/geo+json');
    expect(batch.json()).toEqual({ type: 'FeatureCollection', features: [place] });
    expect((await client.post('/v2/op/update', { actionType: 'append' }, accept)).status).toBe(406);
    const one = await client.get('/v2/entities/P1', accept);
    expect(one.header('Content-Type')).toBe('application/geo+json');
    expect(one.json()).toEqual(place);
    const missing = await client.get('/v2/entities/none', accept);
    expect(missing).toMatchObject({ status: 404 });
    expect(missing.header('Content-Type')).toBe('application/json');
  });

  describe('followed', () => {
    let live: BrokerClient;
    beforeAll(() => {
      live = broker().client();
    });
    const stop = (id: string, waiting: number) => ({ id, type: 'Stop', waiting: { value: waiting } });
    const shown = (id: string, waiting: number) => ({ id, type: 'Stop', waiting });
    const open = (query: string, headers: Record<string, string> = {}) =>
      EventReader.open(`${live.url}/v2/entities?${query}`, {
        'Fiware-Service': live.tenant,
        'Fiware-ServicePath': '/stops/#',
        ...headers,
      });
    const inPath = { 'Fiware-ServicePath': '/stops/north' };
    const append = (...entities: readonly object[]) =>
      live.post('/v2/op/update', { actionType: 'append', entities }, inPath);
    const many = 'type=Stop&q=waiting>5&options=keyValues';

    it('tell of changes as they happen, and of what was missed', async () => {
      const reader = await open(many);
      expect(reader.response.headers).toMatchObject({
        'content-type': 'text/event-stream',
        'cache-control': 'no-store, no-transform',
      });
      await append(stop('S1', 6), stop('S2', 1), { id: 'X', type: 'Bus', waiting: { value: 9 } });
      await append(stop('S2', 7), stop('S1', 6));
      await live.patch('/v2/entities/S1/attrs', { waiting: { value: 2 } }, inPath);
      expect(await reader.take(3)).toEqual([
        ['create', shown('S1', 6)],
        ['update', shown('S2', 7)],
        ['leave', shown('S1', 2)],
      ]);
      reader.close();
      await live.delete('/v2/entities/S2', inPath);
      const again = await open(many, { 'Last-Event-ID': reader.lastId });
      await append(stop('S3', 8));
      expect(await again.take(2)).toEqual([
        ['delete', shown('S2', 7)],
        ['create', shown('S3', 8)],
      ]);
      again.close();
    });

    it('show an entity as the list does', async () => {
      const query = 'id=Whole&options=count&attrs=*,dateModified&metadata=*,dateCreated';
      const reader = await open(query);
      await append({
        ...stop('Whole', 6),
        about: { type: 'Text', value: 'a\u2028b', metadata: { m: { value: [1] } } },
      });
      const list = await live.get(`/v2/entities?${query}`, inPath);
      expect((await reader.take(1))[0]![1]).toEqual((list.json() as unknown[])[0]);
      reader.close();
    });

    it('say that all is to be read anew after an event they do not know', async () => {
      const reader = await open(many, { 'Last-Event-ID': '0123456789abcdef.7' });
      expect((await reader.next())?.kind).toBe('reset');
      reader.close();
    });

    it('take no other resource, no bad query and no bad tenant', async () => {
      const accept = { Accept: 'text/event-stream' };
      expect((await live.get('/v2/types', accept)).body).toBe(
        errorBody('NotAcceptable', 'no acceptable mime-type in accept header'),
      );
      expect((await live.get('/v2/entities/R1', accept)).status).toBe(406);
      expect((await live.get('/v2/entities?q=t>', accept)).status).toBe(400);
      expect((await live.get('/v2/entities', { ...accept, 'Fiware-Service': 'a-b' })).status).toBe(400);
      expect((await live.get('/v2/entities', { Accept: 'text/event-stream;q=0.1, */*' })).status).toBe(200);
    });
  });

  it.each([
    ['id=R1,C1', ['R1', 'C1']],
    ['idPattern=^R', ['R1', 'R2']],
    ['type=Room,Car', ['R1', 'R2', 'C1']],
    ['typePattern=^C', ['C1']],
    ['id=R1&type=Car', []],
    ['q=t>20', ['R2', 'C1']],
    ['q=t>=20;t<30', ['R1', 'R2']],
    ['q=t==20..25', ['R1', 'R2']],
    ['q=t!=20..25', ['C1']],
    ['q=t==20,30', ['R1', 'C1']],
    ['q=t!=20', ['R2', 'C1']],
    ['q=s==25', []],
    ["q=s=='25'", ['R2']],
    ['q=s~=^bl', ['R1']],
    ['q=l==b', ['R2']],
    ['q=z==null', ['C1']],
    ['q=z;!s', ['C1']],
    ['q=o.deep.n==5', ['C1']],
    ["q='x.y'.k==1", ['R1']],
    ['q=at<2021-01-01', ['R1']],
    ['q=at==2019-12-31..2020-01-02', ['R1']],
    ['mq=t.acc<1', ['R2']],
    ['mq=t.acc', ['R2']],
    ['type=Room&orderBy=!t', ['R2', 'R1']],
    ['type=Room,Car&orderBy=type,!id', ['C1', 'R2', 'R1']],
    ['limit=2&offset=1', ['R2', 'C1']],
    // Without the option, `|` is part of the text.
    ['q=s==blue|red', []],
    ['options=extendedQuery&q=s==blue|l==b', ['R1', 'R2']],
    ['options=extendedQuery&q=(t==20|t==30);s', ['R1']],
    ['options=extendedQuery&q=t;!(s==blue)', ['R2', 'C1']],
    ['options=extendedQuery&q=s=*BLUE,red', ['R1']],
    ["options=extendedQuery&q=s~*'^(BL|2)'", ['R1', 'R2']],
    ['options=extendedQuery&mq=t.acc>1|!(t.acc>0)&q=t', ['R1', 'C1']],
    ['limit=0', []],
  ])('%s finds %j', async (query, expected) => {
    const found = await ids(
      client,
      query
        .replaceAll("'", '%27')
        .replaceAll('^', '%5E')
        .replaceAll('>', '%3E')
        .replaceAll('<', '%3C')
        .replaceAll('|', '%7C'),
    );
    expect(found).toEqual(expected);
  });

  it('pages by cursor in lists and batch queries', async () => {
    const client = broker().client();
    for (const id of ['R1', 'R2', 'C1'])
      await client.post('/v2/entities', { id, type: 'T', t: { value: 1 } });
    const first = await client.get('/v2/entities?limit=2&cursor=start&options=keyValues,count');
    expect(first.header('Fiware-Total-Count')).toBe('3');
    const cursor = first.header('Fiware-Next-Cursor')!;
    expect(first.header('Link')).toBe(
      `</v2/entities?limit=2&options=keyValues,count&cursor=${cursor}>; rel="next"`,
    );
    const last = await client.get(`/v2/entities?limit=2&cursor=${cursor}`);
    expect((last.json() as { id: string }[]).map(({ id }) => id)).toEqual(['C1']);
    expect(last.header('Link')).toBeUndefined();
    const batch = (parameters: string) =>
      client.post(`/v2/op/query?${parameters}`, { entities: [{ idPattern: '.*' }] });
    const names = await batch('limit=1&orderBy=!id&cursor=start');
    expect((names.json() as { id: string }[])[0]!.id).toBe('R2');
    const next = names.header('Fiware-Next-Cursor')!;
    const others = await batch(`orderBy=!id&cursor=${next}`);
    expect((others.json() as { id: string }[]).map(({ id }) => id)).toEqual(['R1', 'C1']);
    const refused = { status: 400 };
    expect(await batch(`cursor=${next}`)).toMatchObject(refused);
    expect(await client.get(`/v2/entities?cursor=${next}`)).toMatchObject(refused);
    expect(await client.get('/v2/entities?cursor=x')).toMatchObject(refused);
    expect(await client.get('/v2/entities?cursor=start&offset=1')).toMatchObject(refused);
    expect(await client.get('/v2/entities?cursor=start&orderBy=t&limit=1')).toMatchObject({
      status: store.name === 'embedded' ? 200 : 400,
    });
    expect((await client.get('/v2/entities?limit=2')).header('Fiware-Next-Cursor')).toBeUndefined();
  });

  it('counts what a page leaves out', async () => {
    const answer = await client.get('/v2/entities?type=Room&limit=1&options=count');
    expect(answer.header('Fiware-Total-Count')).toBe('2');
    expect(answer.json()).toHaveLength(1);
    expect((await client.get('/v2/entities?limit=0&options=count')).header('Fiware-Total-Count')).toBe('6');
    expect((await client.get('/v2/entities')).header('Fiware-Total-Count')).toBeUndefined();
  });

  it('shows the attributes and metadata asked for', async () => {
    expect((await client.get('/v2/entities?id=R2&attrs=l,t&metadata=acc')).body).toBe(
      '[{"id":"R2","type":"Room","l":{"type":"StructuredValue","value":["a","b"],"metadata":{}},"t":{"type":"Number","value":25,"metadata":{"acc":{"type":"Number","value":0.5}}}}]',
    );
    expect((await client.get('/v2/entities?id=R2,C1&attrs=l&options=keyValues')).body).toBe(
      '[{"id":"R2","type":"Room","l":["a","b"]},{"id":"C1","type":"Car"}]',
    );
  });

  it.each([
    ['q=%3B%3B', 'empty q-item'],
    ['q=a==', 'empty right-hand-side in q-item'],
    ['q=a==%27x', 'non-terminated forced string'],
    ['q=a%3E1..2', 'ranges only valid for equal and not equal ops'],
    ['q=a%3E1,2', 'lists only valid for equal and not equal ops'],
    ['q=a==1..x', 'invalid range: types mixed'],
    ['q=a%3Etrue', 'values of type /Bool/ not supported for operator /GreaterThan/'],
    ['q=a~=%5B', 'error compiling filter regex: &#39;[&#39;'],
    ['mq=a', 'no metadata in right-hand-side of q-item'],
    [
      'georel=coveredBy&geometry=point&coords=1,2',
      'Invalid query: point geometry cannot be used with coveredBy georel',
    ],
    [
      'georel=near&geometry=point&coords=1,2',
      'Invalid query: georel /near/ without either minDistance nor maxDistance',
    ],
    ['georel=near;maxDistance:x&geometry=point&coords=1,2', 'Invalid query: invalid number for maxDistance'],
    ['georel=equals&geometry=polygon&coords=1,2;3,4', 'Invalid query: Too few coordinates for polygon'],
    ['idPattern=%5B', 'Invalid regex for entity idPattern'],
    ['typePattern=(', 'Invalid regex for entity typePattern'],
  ])('%s is refused: %s', async (query, description) => {
    expect(await client.get(`/v2/entities?${query}`)).toMatchObject({
      status: 400,
      body: errorBody('BadRequest', description),
    });
  });

  if (isFullDatabase(store)) {
    it.each([
      ['georel=near;maxDistance:5000&geometry=point&coords=40.4,-3.7', ['P1', 'P2']],
      ['georel=near;minDistance:5000&geometry=point&coords=40.4,-3.7', ['P3']],
      ['georel=coveredBy&geometry=box&coords=40,-4;41,-3', ['P1', 'P2']],
      ['georel=intersects&geometry=polygon&coords=40,-4;40,-3;41,-3;41,-4;40,-4', ['P1', 'P2']],
      ['georel=equals&geometry=point&coords=40.4,-3.7', ['P1']],
      ['georel=disjoint&geometry=box&coords=40,-4;41,-3', ['P3']],
      [
        'type=Place&orderBy=geo:distance&georel=near;maxDistance:1000000&geometry=point&coords=41.39,2.17',
        ['P3', 'P1', 'P2'],
      ],
    ])('%s finds %j', async (query, expected) => {
      expect(await ids(client, query)).toEqual(expected);
    });

    it('asks about an attribute that is not the location, which others do not notice', async () => {
      const yard = {
        type: 'geo:json',
        value: { type: 'Point', coordinates: [-3.7, 40.4] },
        metadata: { ignoreType: { type: 'Boolean', value: true } },
      };
      expect((await client.post('/v2/entities/P3/attrs', { yard })).status).toBe(204);
      const geo = 'georel=near;maxDistance:500&geometry=point&coords=40.4,-3.7';
      expect(await ids(client, geo)).toEqual(['P1']);
      expect(await ids(client, `${geo}&geoproperty=yard`)).toEqual(['P3']);
      expect(await ids(client, `${geo}&geoproperty=location`)).toEqual(['P1']);
      expect(await ids(client, 'type=Place&geoproperty=yard')).toEqual(['P1', 'P2', 'P3']);
      expect(await client.get(`/v2/entities?${geo}&geoproperty=a%20b`)).toMatchObject({
        status: 400,
        body: errorBody('BadRequest', 'Invalid characters in attribute name'),
      });
      const expression = { georel: 'near;maxDistance:500', geometry: 'point', coords: '40.4,-3.7' };
      const asked = { entities: [{ idPattern: '.*' }], expression: { ...expression, geoproperty: 'yard' } };
      expect((await client.post('/v2/op/query?options=count', asked)).header('Fiware-Total-Count')).toBe('1');
      expect((await client.delete('/v2/entities/P3/attrs/yard')).status).toBe(204);
    });

    it('counts what is near', async () => {
      const query = 'options=count&limit=1&georel=near;maxDistance:5000&geometry=point&coords=40.4,-3.7';
      expect((await client.get(`/v2/entities?${query}`)).header('Fiware-Total-Count')).toBe('2');
    });

    it('is not held up by expressions built to blow up', async () => {
      await client.post('/v2/entities', {
        id: `E${'a'.repeat(200)}`,
        type: 'Long',
        v: { value: 'a'.repeat(2000) },
      });
      const evil = encodeURIComponent('(a+)+$b');
      expect((await client.get(`/v2/entities?type=Long&idPattern=${evil}`)).status).toBe(200);
      expect((await client.get(`/v2/entities?type=Long&q=v~=${'a*'.repeat(30)}b$`)).status).toBe(200);
    });
  }

  it('select nothing by a list of ids that names none, and count one entity', async () => {
    const client = broker().client();
    await client.post('/v2/entities', { id: 'Only', type: 'One' });
    expect((await client.get('/v2/entities?id=,')).body).toBe('[]');
    const one = await client.get('/v2/entities/Only?options=count');
    expect(one.header('Fiware-Total-Count')).toBe('1');
    expect((await client.get('/v2/entities/Only')).header('Fiware-Total-Count')).toBeUndefined();
    const empty = await client.post('/v2/op/query', { entities: [{ idPattern: '.*', type: '' }] });
    expect(empty.body).toBe(
      '{"error":"BadRequest","description":"entity type length: 0, min length supported: 1"}',
    );
  });
});
