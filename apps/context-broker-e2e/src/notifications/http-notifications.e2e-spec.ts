import { eventually } from '@smart-city/testing';
import type { BrokerClient } from '../support/broker-client';
import { describeEachStore } from '../support/each-store';
import { logged } from '../support/logged';
import { answer, Receiver } from '../support/receiver';

const number = (value: unknown) => ({ type: 'Number', value });

describeEachStore('notifications over HTTP', (broker) => {
  let receiver: Receiver;
  let client: BrokerClient;
  beforeEach(async () => {
    receiver = await Receiver.start();
    client = broker().client();
  });
  afterEach(() => receiver.close());

  /** @returns the id */
  async function subscribe(
    notification: object = {},
    more: { subject?: object; condition?: object; [name: string]: unknown } = {},
    headers = {},
  ): Promise<string> {
    const { subject, condition, ...rest } = more;
    const created = await client.post(
      '/v2/subscriptions',
      {
        subject: { entities: [{ idPattern: '.*', type: 'T' }], ...(condition && { condition }), ...subject },
        notification: { http: { url: `${receiver.url}/x` }, ...notification },
        ...rest,
      },
      headers,
    );
    expect(created.body).toBe('');
    return created.header('Location')!.split('/').at(-1)!;
  }
  const createEntity = (attrs: object = { A: number(1) }, headers = {}) =>
    client.post('/v2/entities', { id: 'E', type: 'T', ...attrs }, headers);
  const bodies = async (count: number) => (await receiver.take(count)).map((request) => request.body);
  let fences = 0;
  /** What has come so far, and nothing more will: a notification that was caused later is there too. */
  const fence = async () => {
    const id = `fence${(fences += 1)}`;
    await client.post('/v2/subscriptions', {
      subject: { entities: [{ id }] },
      notification: { http: { url: `${receiver.url}/fence` } },
    });
    await client.post('/v2/entities', { id, type: 'Fence', F: number(fences) });
    await eventually(() => receiver.requests.some(({ body }) => body.includes(id)));
    return receiver.requests.splice(0).filter(({ line }) => !line.includes('/fence'));
  };

  it('carry the headers of the reference, in its order and spelling', async () => {
    const id = await subscribe();
    await createEntity(
      { A: number(1) },
      { 'X-Auth-Token': 'tok', 'Fiware-Correlator': 'corr', 'Fiware-ServicePath': '/a/b' },
    );
    const [request] = await receiver.take(1);
    const text = `{"subscriptionId":"${id}","data":[{"id":"E","type":"T","A":{"type":"Number","value":1,"metadata":{}}}]}`;
    expect(request!.line).toBe('POST /x HTTP/1.1');
    expect(request!.headers).toEqual([
      ['User-Agent', expect.stringMatching(/^orion\/\d+\.\d+\.\d+ libcurl\/\S+$/)],
      ['Host', `127.0.0.1:${receiver.port}`],
      ['Fiware-Service', client.tenant],
      ['Fiware-Servicepath', '/a/b'],
      ['X-Auth-Token', 'tok'],
      ['Accept', 'application/json'],
      ['Content-Length', String(text.length)],
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Fiware-Correlator', 'corr; cbnotif=1'],
      ['Ngsiv2-AttrsFormat', 'normalized'],
    ]);
    expect(request!.body).toBe(text);
  });

  it('are not sent where their expressions cost too much; others are, and the subscription says why', async () => {
    const costly = { http: undefined, httpCustom: { url: `${receiver.url}/costly`, payload: '' } };
    costly.httpCustom.payload = `\${[${'A,'.repeat(2_000)}]}`;
    const id = await subscribe(costly);
    await subscribe();
    await createEntity({ A: { type: 'StructuredValue', value: Array(1_000).fill(0) } });
    const reason = 'expressions take more than 100000 steps, the maximum by -expressionSteps';
    expect((await fence()).map(({ line }) => line)).toEqual(['POST /x HTTP/1.1']);
    const { notification } = (await client.get(`/v2/subscriptions/${id}`)).json() as { notification: object };
    expect(notification).toMatchObject({ timesSent: 1, failsCounter: 1, lastFailureReason: reason });
  });

  it.each([
    [
      'normalized',
      (id: string) =>
        `{"subscriptionId":"${id}","data":[{"id":"E","type":"T","B":{"type":"Text","value":"x","metadata":{}},"A":{"type":"Number","value":1,"metadata":{"m":{"type":"Text","value":"y"}}}}]}`,
    ],
    ['keyValues', (id: string) => `{"subscriptionId":"${id}","data":[{"id":"E","type":"T","B":"x","A":1}]}`],
    [
      'simplifiedNormalized',
      () =>
        '{"id":"E","type":"T","B":{"type":"Text","value":"x","metadata":{}},"A":{"type":"Number","value":1,"metadata":{"m":{"type":"Text","value":"y"}}}}',
    ],
    ['simplifiedKeyValues', () => '{"id":"E","type":"T","B":"x","A":1}'],
    ['values', (id: string) => `{"subscriptionId":"${id}","data":[["x",1]]}`],
    [
      'legacy',
      (id: string) =>
        `{"subscriptionId":"${id}","originator":"localhost","contextResponses":[{"contextElement":{"type":"T","isPattern":"false","id":"E","attributes":[{"name":"B","type":"Text","value":"x"},{"name":"A","type":"Number","value":1,"metadatas":[{"name":"m","type":"Text","value":"y"}]}]},"statusCode":{"code":"200","reasonPhrase":"OK"}}]}`,
    ],
  ])('write the entity as %s', async (attrsFormat, expected) => {
    const id = await subscribe({ attrsFormat });
    await createEntity({
      B: { type: 'Text', value: 'x' },
      A: { ...number(1), metadata: { m: { type: 'Text', value: 'y' } } },
    });
    const [request] = await receiver.take(1);
    expect(request!.header('Ngsiv2-AttrsFormat')).toBe(attrsFormat);
    expect(request!.body).toBe(expected(id));
  });

  it('follow the attrs of the subscription, builtins and metadata included', async () => {
    await subscribe({
      attrs: ['alterationType', 'B', 'A', 'missing'],
      metadata: ['previousValue', 'actionType'],
      attrsFormat: 'simplifiedNormalized',
    });
    await createEntity({ A: number(1), B: number(2) });
    await client.post('/v2/entities/E/attrs', { A: number(3), C: number(4) });
    const text = (type: string, value: string) => `{"type":"Text","value":"${value}"${type}}`;
    expect(await bodies(2)).toEqual([
      `{"id":"E","type":"T","alterationType":${text(',"metadata":{}', 'entityCreate')},"B":{"type":"Number","value":2,"metadata":{"actionType":${text('', 'append')}}},"A":{"type":"Number","value":1,"metadata":{"actionType":${text('', 'append')}}}}`,
      `{"id":"E","type":"T","alterationType":${text(',"metadata":{}', 'entityChange')},"B":{"type":"Number","value":2,"metadata":{"previousValue":{"type":"Number","value":2}}},"A":{"type":"Number","value":3,"metadata":{"previousValue":{"type":"Number","value":1},"actionType":${text('', 'update')}}}}`,
    ]);
  });

  it('leave out exceptAttrs, add covered attributes, and cut to what the request named', async () => {
    const simple = { attrsFormat: 'simplifiedKeyValues' };
    await subscribe({ ...simple, exceptAttrs: ['A'], http: { url: `${receiver.url}/except` } });
    await subscribe({
      ...simple,
      attrs: ['Z', 'A'],
      covered: true,
      http: { url: `${receiver.url}/covered` },
    });
    await subscribe({ ...simple, onlyChangedAttrs: true, http: { url: `${receiver.url}/only` } });
    await subscribe({
      ...simple,
      onlyChangedAttrs: true,
      attrs: ['B'],
      http: { url: `${receiver.url}/onlyB` },
    });
    await createEntity({ A: number(1), B: number(2) });
    const byPath = async (count: number) =>
      Object.fromEntries((await receiver.take(count)).map(({ line, body }) => [line.split(' ')[1]!, body]));
    expect(await byPath(4)).toEqual({
      '/except': '{"id":"E","type":"T","B":2}',
      '/covered': '{"id":"E","type":"T","Z":null,"A":1}',
      '/only': '{"id":"E","type":"T","A":1,"B":2}',
      '/onlyB': '{"id":"E","type":"T","B":2}',
    });
    await client.patch('/v2/entities/E/attrs', { A: number(5) });
    expect(await byPath(3)).toEqual({
      '/except': '{"id":"E","type":"T","B":2}',
      '/covered': '{"id":"E","type":"T","Z":null,"A":5}',
      '/only': '{"id":"E","type":"T","A":5}',
    });
  });

  it('come of a deletion when only builtins are asked for', async () => {
    await subscribe(
      { attrs: ['alterationType'], onlyChangedAttrs: true, attrsFormat: 'simplifiedKeyValues' },
      { condition: { alterationTypes: ['entityDelete'] } },
    );
    await createEntity();
    await client.delete('/v2/entities/E');
    expect(await bodies(1)).toEqual(['{"id":"E","type":"T","alterationType":"entityDelete"}']);
  });

  it('come with id and type of an entity with none of the attributes asked for', async () => {
    const attrs = ['missing', 'dateExpires'];
    const at = (path: string) => ({ url: `${receiver.url}/${path}` });
    await subscribe({ attrs, http: at('none') });
    await subscribe({ attrs: [...attrs, 'A'], http: at('some') });
    await subscribe({ attrs: [...attrs, 'servicePath'], http: at('builtin') });
    await subscribe({ attrs, covered: true, http: at('covered') });
    await subscribe({ attrs, http: undefined, httpCustom: { ...at('custom'), payload: '${id}' } });
    await createEntity();
    const paths = (await fence()).map(({ line }) => line.split(' ')[1]).sort();
    expect(paths).toEqual(['/builtin', '/covered', '/custom', '/none', '/some']);
    const stored = (await client.get('/v2/subscriptions')).json() as { notification: object }[];
    expect(stored[0]!.notification).toHaveProperty('timesSent', 1);
  });

  it('come for the alteration types asked for', async () => {
    for (const type of ['entityCreate', 'entityChange', 'entityUpdate', 'entityDelete']) {
      await subscribe(
        { http: { url: `${receiver.url}/${type}` }, attrs: ['alterationType'], attrsFormat: 'values' },
        { condition: { alterationTypes: [type] } },
      );
    }
    await subscribe({
      http: { url: `${receiver.url}/default` },
      attrs: ['alterationType'],
      attrsFormat: 'values',
    });
    const fired = async () =>
      (await fence()).map(({ line, json }) => [
        line.split(' ')[1]!.slice(1),
        (json() as { data: string[][] }).data[0]![0],
      ]);
    await createEntity();
    expect((await fired()).sort()).toEqual([
      ['default', 'entityCreate'],
      ['entityCreate', 'entityCreate'],
    ]);
    await client.patch('/v2/entities/E/attrs', { A: number(1) });
    expect(await fired()).toEqual([['entityUpdate', 'entityUpdate']]);
    await client.patch('/v2/entities/E/attrs?options=forcedUpdate', { A: number(1) });
    expect((await fired()).sort()).toEqual([
      ['default', 'entityChange'],
      ['entityChange', 'entityChange'],
      ['entityUpdate', 'entityChange'],
    ]);
    await client.delete('/v2/entities/E');
    expect(await fired()).toEqual([['entityDelete', 'entityDelete']]);
  });

  it('come only for conditions that hold', async () => {
    const simple = (path: string) => ({
      http: { url: `${receiver.url}/${path}` },
      attrsFormat: 'simplifiedKeyValues',
    });
    await subscribe(simple('attrs'), { condition: { attrs: ['B'] } });
    await subscribe(simple('q'), { condition: { expression: { q: 'A>5' } } });
    await subscribe(simple('mq'), { condition: { expression: { mq: 'A.m==x' } } });
    await subscribe(simple('jexl'), { condition: { jexlExpression: 'A>5' } });
    await subscribe(simple('jexl-metadata'), {
      condition: {
        jexlExpression: "metadata.A.m=='x' && metadata.A.previousValue==1 && metadata.A.actionType=='update'",
      },
    });
    await subscribe(simple('jexl-number'), { condition: { jexlExpression: 'A+1' } });
    await subscribe(simple('jexl-unknown'), { condition: { jexlExpression: 'unknown>1' } });
    await subscribe(simple('jexl-faulty'), { condition: { jexlExpression: 'A>' } });
    await subscribe(simple('geo'), {
      condition: { expression: { georel: 'near;maxDistance:1000', geometry: 'point', coords: '40,-3' } },
    });
    await subscribe(simple('id'), { subject: { entities: [{ id: 'other', type: 'T' }] } });
    await subscribe(simple('pattern'), {
      subject: { entities: [{ idPattern: '^E', typePattern: '^T$' }] },
      condition: { expression: { q: 'A==10' } },
    });
    await subscribe(simple('expired'), { expires: '2020-01-01T00:00:00Z' });
    await subscribe(simple('inactive'), { status: 'inactive' });
    const fired = async () => (await fence()).map(({ line }) => line.split(' ')[1]!.slice(1)).sort();
    await createEntity({ A: number(1) });
    expect(await fired()).toEqual([]);
    await client.post('/v2/entities/E/attrs', {
      A: { ...number(10), metadata: { m: { type: 'Text', value: 'x' } } },
      pos: { type: 'geo:json', value: { type: 'Point', coordinates: [-3, 40] } },
    });
    expect(await fired()).toEqual(['geo', 'jexl', 'jexl-metadata', 'mq', 'pattern', 'q']);
  });

  it('take a change of metadata for a change, unless told not to', async () => {
    await subscribe({ http: { url: `${receiver.url}/yes` } });
    await subscribe(
      { http: { url: `${receiver.url}/no` } },
      { condition: { notifyOnMetadataChange: false } },
    );
    await createEntity();
    await receiver.take(2);
    await client.patch('/v2/entities/E/attrs', {
      A: { ...number(1), metadata: { m: { type: 'Text', value: 'x' } } },
    });
    expect((await fence()).map(({ line }) => line)).toEqual(['POST /yes HTTP/1.1']);
  });

  it('respect service paths', async () => {
    const at = (path: string, url: string) =>
      subscribe({ http: { url: `${receiver.url}/${url}` } }, {}, { 'Fiware-ServicePath': path });
    await at('/a', 'exact');
    await at('/a/#', 'below');
    await at('/#', 'all');
    await at('/', 'root');
    const fired = async () => (await fence()).map(({ line }) => line.split(' ')[1]!.slice(1)).sort();
    await createEntity({ A: number(1) }, { 'Fiware-ServicePath': '/a/b' });
    expect(await fired()).toEqual(['all', 'below']);
    await createEntity({ A: number(1) }, { 'Fiware-ServicePath': '/a' });
    expect(await fired()).toEqual(['all', 'below', 'exact']);
    await createEntity({ A: number(1) });
    expect(await fired()).toEqual(['all', 'root']);
  });

  it('come one for each entity of a batch, numbered', async () => {
    await subscribe({ attrsFormat: 'simplifiedKeyValues' });
    const entities = ['E1', 'E2', 'E3'].map((id) => ({ id, type: 'T', A: number(1) }));
    await client.post('/v2/op/update', { actionType: 'append', entities }, { 'Fiware-Correlator': 'c' });
    const requests = await receiver.take(3);
    expect(requests.map(({ body, header }) => [body, header('Fiware-Correlator')])).toEqual(
      entities.map(({ id }, at) => [`{"id":"${id}","type":"T","A":1}`, `c; cbnotif=${at + 1}`]),
    );
  });

  it('stop after one for oneshot', async () => {
    const id = await subscribe({}, { status: 'oneshot' });
    await createEntity();
    await client.patch('/v2/entities/E/attrs', { A: number(2) });
    expect(await fence()).toHaveLength(1);
    expect((await client.get(`/v2/subscriptions/${id}`)).json()).toMatchObject({
      status: 'inactive',
      notification: { timesSent: 1 },
    });
    await client.patch(`/v2/subscriptions/${id}`, { status: 'oneshot' });
    await client.patch('/v2/entities/E/attrs', { A: number(3) });
    expect(await receiver.take(1)).toHaveLength(1);
  });

  it('are throttled', async () => {
    await subscribe({ attrsFormat: 'simplifiedKeyValues' }, { throttling: 60 });
    await createEntity();
    await client.patch('/v2/entities/E/attrs', { A: number(2) });
    expect((await fence()).map(({ body }) => body)).toEqual(['{"id":"E","type":"T","A":1}']);
  });

  it('that throttling keeps back come later where that is wanted: the last state of each entity', async () => {
    await subscribe({ attrsFormat: 'keyValues' }, { throttling: 3, throttlingMode: 'last' });
    await createEntity();
    await client.patch('/v2/entities/E/attrs', { A: number(2) });
    await client.post('/v2/entities', { id: 'F', type: 'T', A: number(3) });
    await client.patch('/v2/entities/E/attrs', { A: number(4) });
    const [first, second] = (await receiver.take(2)).map((request) => request.json() as { data: object[] });
    expect(first!.data).toEqual([{ id: 'E', type: 'T', A: 1 }]);
    expect(second!.data).toEqual([
      { id: 'F', type: 'T', A: 3 },
      { id: 'E', type: 'T', A: 4 },
    ]);
    expect(await fence()).toEqual([]);
  });

  it('keep their order', async () => {
    await subscribe({ attrsFormat: 'simplifiedKeyValues' });
    await createEntity({ A: number(0) });
    for (let value = 1; value < 50; value++) await client.patch('/v2/entities/E/attrs', { A: number(value) });
    expect((await receiver.take(50)).map(({ body }) => (JSON.parse(body) as { A: number }).A)).toEqual(
      Array.from({ length: 50 }, (_x, at) => at),
    );
  });

  it('count answers of any kind as successes and connections that fail as failures', async () => {
    const id = await subscribe();
    receiver.behaviour = () => answer('500 Internal Server Error');
    await createEntity();
    const notification = async () =>
      ((await client.get(`/v2/subscriptions/${id}`)).json() as { notification: Record<string, unknown> })
        .notification;
    const date: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
    await eventually(async () => (await notification())['lastSuccess']);
    expect(await notification()).toMatchObject({
      timesSent: 1,
      lastNotification: date,
      lastSuccess: date,
      lastSuccessCode: 500,
    });
    expect(await notification()).not.toHaveProperty('failsCounter');
    await receiver.close();
    await client.patch('/v2/entities/E/attrs', { A: number(2) });
    await eventually(async () => (await notification())['lastFailure']);
    expect(await notification()).toMatchObject({
      timesSent: 2,
      lastFailure: date,
      lastFailureReason: 'Could not connect to server',
      failsCounter: 1,
      lastSuccessCode: 500,
    });
    receiver = await Receiver.start();
  });

  it('disable a subscription one failure after its limit', async () => {
    const port = receiver.port;
    await receiver.close();
    const id = await subscribe({ http: { url: `http://127.0.0.1:${port}/x` }, maxFailsLimit: 2 });
    await createEntity({ A: number(0) });
    const state = async () =>
      (await client.get(`/v2/subscriptions/${id}`)).json() as {
        status: string;
        notification: { failsCounter?: number };
      };
    for (let fails = 1; fails <= 3; fails++) {
      await eventually(async () => ((await state()).notification.failsCounter ?? 0) >= fails);
      expect((await state()).status).toBe(fails === 3 ? 'inactive' : 'active');
      await client.patch('/v2/entities/E/attrs', { A: number(fails) });
    }
    expect((await state()).notification.failsCounter).toBe(3);
    await logged(
      broker().service,
      `Subscription ${id} automatically disabled due to failsCounter (3) overpasses maxFailsLimit (2)`,
    );
    receiver = await Receiver.start();
  });

  it('do not follow their own loops', async () => {
    await subscribe({ httpCustom: { url: `${receiver.url}/x`, payload: 'x' }, http: undefined });
    await createEntity();
    const [request] = await receiver.take(1);
    expect(request!.header('Ngsiv2-AttrsFormat')).toBe('custom');
    const correlator = request!.header('Fiware-Correlator')!;
    await client.patch(
      '/v2/entities/E/attrs',
      { A: number(2) },
      { 'Fiware-Correlator': correlator, 'Ngsiv2-AttrsFormat': 'custom' },
    );
    expect(await fence()).toEqual([]);
  });
});
