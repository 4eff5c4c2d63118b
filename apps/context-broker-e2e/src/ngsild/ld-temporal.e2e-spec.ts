import { startBroker, type RunningBroker } from '../support/each-store';
import { LdClient, outcome } from './ld-client';

type Stopped = RunningBroker & { stop(): Promise<unknown> };
type Instances = readonly Record<string, unknown>[];

const CAR = 'urn:ngsi-ld:Car:1';
const BIKE = 'urn:ngsi-ld:Bike:1';
const AT = (minute: number) => `2026-05-01T12:0${minute}:00Z`;
const BETWEEN = `timerel=between&timeAt=${AT(0)}&endTimeAt=${AT(9)}`;
const ID = expect.stringMatching(
  /^urn:ngsi-ld:Instance:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
) as unknown;
const speed = (value: unknown, minute: number, more: object = {}) => ({
  speed: { type: 'Property', value, observedAt: AT(minute), ...more },
});

/** A car whose speed was observed three times, and a bike. */
async function makePast(ld: LdClient): Promise<void> {
  await ld.make({ type: 'Car', ...speed(10, 1, { unitCode: 'KMH', by: { object: 'urn:P:1' } }) }, CAR);
  await ld.patch(`/entities/${CAR}/attrs`, speed(20, 2));
  await ld.patch(`/entities/${CAR}/attrs`, speed(30.5, 3));
  await ld.make({ type: 'Bike', ...speed(5, 4) }, BIKE);
}

describe('the past as NGSI-LD reads it', () => {
  let broker: Stopped;
  let ld: LdClient;
  beforeAll(async () => {
    broker = await startBroker(undefined, ['-history', 'on', '-historyDays', '0']);
    ld = new LdClient(broker);
    await makePast(ld);
  });
  afterAll(() => broker.stop());

  const past = async (query: string, id = CAR) =>
    (await ld.get(`/temporal/entities/${id}?${query}`)).json() as Record<string, Instances>;
  const values = async (query: string) => (await past(query)).speed?.map(({ value }) => value);

  it('shows all instances with what belongs to them, the oldest first', async () => {
    const answer = await ld.get(`/temporal/entities/${CAR}`);
    expect([answer.status, answer.header('content-type')]).toEqual([200, 'application/json']);
    expect(answer.json()).toEqual({
      id: CAR,
      type: 'Car',
      speed: [
        {
          type: 'Property',
          value: 10,
          unitCode: 'KMH',
          observedAt: AT(1),
          by: { type: 'Relationship', object: 'urn:P:1' },
          instanceId: ID,
        },
        { type: 'Property', value: 20, observedAt: AT(2), instanceId: ID },
        { type: 'Property', value: 30.5, observedAt: AT(3), instanceId: ID },
      ],
    });
  });

  it.each([
    [`timerel=before&timeAt=${AT(2)}`, [10]],
    [`timerel=after&timeAt=${AT(2)}`, [20, 30.5]],
    [`timerel=between&timeAt=${AT(1)}&endTimeAt=${AT(3)}`, [10, 20]],
    [`timerel=after&timeAt=${AT(8)}`, undefined],
    ['lastN=2', [30.5, 20]],
    [`${BETWEEN}&lastN=1`, [30.5]],
    [`timerel=before&timeAt=${AT(2)}&timeproperty=modifiedAt`, undefined],
    [`timerel=after&timeAt=${AT(2)}&timeproperty=modifiedAt`, [10, 20, 30.5]],
    ['pick=id', undefined],
    ['omit=speed', undefined],
    ['attrs=speed', [10, 20, 30.5]],
    ['datasetId=@none', [10, 20, 30.5]],
    ['datasetId=urn:d:1', undefined],
  ])('%s shows %j', async (query, found) => {
    expect(await values(query)).toEqual(found);
  });

  it('shows system attributes where they are asked for', async () => {
    const { speed: instances } = await past('options=sysAttrs');
    expect(instances?.map((one) => Object.keys(one).filter((name) => /edAt$/.test(name)))).toEqual(
      Array(3).fill(['observedAt', 'createdAt', 'modifiedAt']),
    );
  });

  it('shows values with their times alone', async () => {
    expect(await past(`${BETWEEN}&format=temporalValues`)).toEqual({
      id: CAR,
      type: 'Car',
      speed: {
        type: 'Property',
        values: [
          [10, AT(1)],
          [20, AT(2)],
          [30.5, AT(3)],
        ],
      },
    });
  });

  it('keeps kinds, datasets, texts of dates, and what ended', async () => {
    const id = 'urn:ngsi-ld:Kinds:1';
    await ld.make(
      {
        rel: {
          type: 'Relationship',
          object: 'urn:P:1',
          objectType: 'Person',
          observedAt: '2026-05-01T12:00:00.25Z',
        },
        label: { languageMap: { en: 'a' }, observedAt: AT(1) },
        data: { json: { a: null }, observedAt: AT(1) },
        word: { vocab: 'Car', observedAt: AT(1) },
        list: { valueList: [1, 2], observedAt: AT(1) },
        place: { type: 'GeoProperty', value: { type: 'Point', coordinates: [1, 2] }, observedAt: AT(1) },
        two: [
          { value: 1, observedAt: AT(1) },
          { value: 2, datasetId: 'urn:d:1', observedAt: '2026-05-01T12:01:00.1234Z' },
        ],
      },
      id,
    );
    await ld.patch(`/entities/${id}/attrs/two`, { value: 3, datasetId: 'urn:d:1', observedAt: AT(2) });
    expect(await past('format=temporalValues', id)).toEqual({
      id,
      type: 'T',
      rel: { type: 'Relationship', objects: [['urn:P:1', '2026-05-01T12:00:00.25Z']] },
      label: { type: 'LanguageProperty', languageMaps: [[{ languageMap: { en: 'a' } }, AT(1)]] },
      data: { type: 'JsonProperty', jsons: [[{ json: { a: null } }, AT(1)]] },
      word: { type: 'VocabProperty', vocabs: [[{ vocab: 'Car' }, AT(1)]] },
      list: { type: 'ListProperty', valueLists: [[[1, 2], AT(1)]] },
      place: { type: 'GeoProperty', values: [[{ type: 'Point', coordinates: [1, 2] }, AT(1)]] },
      two: [
        { type: 'Property', values: [[1, AT(1)]] },
        {
          type: 'Property',
          values: [
            [2, '2026-05-01T12:01:00.1234Z'],
            [3, AT(2)],
          ],
          datasetId: 'urn:d:1',
        },
      ],
    });
    await ld.delete(`/entities/${id}/attrs/rel`);
    expect((await past('attrs=rel', id)).rel).toEqual([
      {
        type: 'Relationship',
        object: 'urn:P:1',
        objectType: 'Person',
        observedAt: '2026-05-01T12:00:00.25Z',
        instanceId: ID,
      },
      {
        type: 'Relationship',
        object: 'urn:ngsi-ld:null',
        instanceId: ID,
        deletedAt: expect.stringMatching(/Z$/) as unknown,
      },
    ]);
    const deleted = await past(`timerel=after&timeAt=${AT(0)}&timeproperty=deletedAt`, id);
    expect(Object.keys(deleted)).toEqual(['id', 'type', 'rel']);
  });

  it('shows the past of what is deleted, and of what NGSIv2 wrote', async () => {
    const id = 'urn:ngsi-ld:Gone:1';
    await ld.make({ a: { value: 1, observedAt: AT(1) } }, id);
    await ld.delete(`/entities/${id}`);
    expect((await past('', id)).a).toHaveLength(2);
    await broker.client().post(
      '/v2/entities',
      {
        id: 'urn:V:1',
        type: 'V',
        t: { value: 1, metadata: { TimeInstant: { type: 'DateTime', value: AT(1) } } },
      },
      { 'Fiware-Service': ld.tenant },
    );
    expect(await past(`${BETWEEN}&format=temporalValues`, 'urn:V:1')).toMatchObject({
      t: { values: [[1, '2026-05-01T12:01:00.000Z']] },
    });
  });

  it('sums up by period', async () => {
    const query = `${BETWEEN}&format=aggregatedValues&aggrMethods=avg,max,totalCount`;
    expect((await past(query)).speed).toEqual({
      type: 'Property',
      avg: [[60.5 / 3, AT(0), AT(9)]],
      max: [[30.5, AT(0), AT(9)]],
      totalCount: [[3, AT(0), AT(9)]],
    });
    expect((await past(`${query}&aggrPeriodDuration=PT2M`)).speed).toMatchObject({
      max: [
        [10, AT(0), AT(2)],
        [30.5, AT(2), AT(4)],
      ],
    });
  });

  const listed = async (query: string) => {
    const answer = await ld.get(`/temporal/entities?${query}`);
    if (answer.status !== 200) return outcome(answer);
    return (answer.json() as { id: string }[]).map(({ id }) => id.split(':')[2]).join(' ');
  };

  it.each([
    [`${BETWEEN}&type=Car,Bike`, 'Bike Car'],
    [`${BETWEEN}&type=Bike`, 'Bike'],
    [`${BETWEEN}&attrs=speed`, 'Bike Car'],
    [`${BETWEEN}&attrs=none`, ''],
    [`${BETWEEN}&q=speed>25`, 'Car'],
    [`timerel=before&timeAt=${AT(3)}&q=speed>25`, ''],
    [`${BETWEEN}&type=Car&id=${BIKE}`, ''],
    [`${BETWEEN}&attrs=speed&idPattern=Bike`, 'Bike'],
    [`${BETWEEN}&attrs=speed&limit=1&offset=1&orderBy=id`, 'Car'],
    [`${BETWEEN}&type=Car`.replace(AT(0), AT(7)), ''],
    [
      `${BETWEEN}&attrs=place&georel=near;maxDistance==10&geometry=Point&coordinates=[1,2]&geoproperty=place`,
      'Kinds',
    ],
  ])('a query of %s finds %s', async (query, found) => {
    expect(await listed(query)).toBe(found);
  });

  it('counts and links pages', async () => {
    const answer = await ld.get(`/temporal/entities?${BETWEEN}&attrs=speed&limit=1&count=true`);
    expect(answer.header('ngsild-results-count')).toBe('2');
    expect(answer.header('link')).toContain('offset=1');
  });

  it('is queried by a body', async () => {
    const query = {
      type: 'Query',
      entities: [{ type: 'Car' }],
      temporalQ: { timerel: 'between', timeAt: AT(0), endTimeAt: AT(9), lastN: 1 },
    };
    const answer = await ld.post('/temporal/entityOperations/query?format=temporalValues', query);
    expect(answer.json()).toEqual([
      { id: CAR, type: 'Car', speed: { type: 'Property', values: [[30.5, AT(3)]] } },
    ]);
    const summed = await ld.post('/temporal/entityOperations/query', {
      ...query,
      aggrParams: { aggrMethods: ['sumsq'] },
    });
    expect(summed.json()).toMatchObject([{ speed: { sumsq: [[30.5 ** 2, AT(0), AT(9)]] } }]);
    expect(outcome(await ld.post('/temporal/entityOperations/query', { type: 'Query' }))).toBe(
      '400 BadRequestData',
    );
  });

  it.each([
    ['/urn:none', '404 ResourceNotFound'],
    ['/none', '400 BadRequestData'],
    [`/${CAR}?type=Bike`, '404 ResourceNotFound'],
    [`/${CAR}?timerel=around&timeAt=${AT(1)}`, '400 BadRequestData'],
    [`/${CAR}?timerel=after`, '400 BadRequestData'],
    [`/${CAR}?timeAt=${AT(1)}`, '400 BadRequestData'],
    [`/${CAR}?timerel=after&timeAt=yesterday`, '400 BadRequestData'],
    [`/${CAR}?timerel=between&timeAt=${AT(1)}`, '400 BadRequestData'],
    [`/${CAR}?timeproperty=seenAt`, '400 BadRequestData'],
    [`/${CAR}?lastN=0`, '400 BadRequestData'],
    [`/${CAR}?lastN=many`, '400 BadRequestData'],
    [`/${CAR}?format=concise`, '400 InvalidRequest'],
    [`/${CAR}?options=count`, '400 InvalidRequest'],
    [`/${CAR}?pick=a{b}`, '400 BadRequestData'],
    [`/${CAR}?other=1`, '400 InvalidRequest'],
    [`/${CAR}?format=aggregatedValues`, '400 BadRequestData'],
    [`/${CAR}?format=aggregatedValues&aggrMethods=median`, '400 BadRequestData'],
    [`/${CAR}?format=aggregatedValues&aggrMethods=avg&aggrPeriodDuration=1h`, '400 BadRequestData'],
    ['/urn:ngsi-ld:Kinds:1?attrs=word&format=aggregatedValues&aggrMethods=avg', '400 InvalidRequest'],
    ['?type=Car', '400 BadRequestData'],
    [`?${BETWEEN}`, '400 BadRequestData'],
    [`?${BETWEEN}&type=Car&orderBy=speed`, '400 BadRequestData'],
    [`?${BETWEEN}&type=Car&q=a(`, '400 BadRequestData'],
    [`?${BETWEEN}&type=Car&csf=a(`, '400 BadRequestData'],
  ])('%s is answered %s', async (path, told) => {
    expect(outcome(await ld.get(`/temporal/entities${path}`))).toBe(told);
  });
});

describe('the past as NGSI-LD reads it, in short answers', () => {
  let broker: Stopped;
  let ld: LdClient;
  beforeAll(async () => {
    broker = await startBroker(undefined, ['-history', 'on', '-historyDays', '0', '-historyPage', '2']);
    ld = new LdClient(broker);
    await makePast(ld);
  });
  afterAll(() => broker.stop());

  it.each([
    [`${BETWEEN}`, `date-time ${AT(0)}-${AT(2)}/*`, [10, 20], []],
    [`timerel=before&timeAt=${AT(9)}`, `date-time ${AT(1)}-${AT(2)}/*`, [10, 20], []],
    [`${BETWEEN}&lastN=3`, `date-time ${AT(9)}-${AT(3)}/3`, [30.5], [5]],
  ])('%s is answered in part: %s', async (query, range, car, bike) => {
    const answer = await ld.get(`/temporal/entities?${query}&attrs=speed`);
    expect([answer.status, answer.header('content-range')]).toEqual([206, range]);
    const entities = answer.json() as readonly { readonly speed: Instances }[];
    expect(entities.map((one) => one.speed.map(({ value }) => value))).toEqual([bike, car]);
  });
});

describe('a broker that keeps no past', () => {
  let broker: Stopped;
  beforeAll(async () => {
    broker = await startBroker(undefined, []);
  });
  afterAll(() => broker.stop());

  it('has no such path', async () => {
    const ld = new LdClient(broker);
    expect(outcome(await ld.get(`/temporal/entities/${CAR}`))).toBe('404 ResourceNotFound');
  });
});
