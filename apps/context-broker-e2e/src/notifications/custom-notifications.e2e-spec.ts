import type { BrokerClient } from '../support/broker-client';
import { describeEachStore } from '../support/each-store';
import { logged } from '../support/logged';
import { Receiver, type ReceivedRequest } from '../support/receiver';

describeEachStore('custom notifications over HTTP', (broker) => {
  let receiver: Receiver;
  let client: BrokerClient;
  beforeEach(async () => {
    receiver = await Receiver.start();
    client = broker().client();
  });
  afterEach(() => receiver.close());

  /** Subscribes, creates an entity, and gives the notification. */
  async function notified(
    httpCustom: object,
    {
      notification = {},
      attrs = { A: 1, S: 'text', N: null },
      headers = {},
    }: { notification?: object; attrs?: object; headers?: Record<string, string> } = {},
  ): Promise<ReceivedRequest> {
    const created = await client.post('/v2/subscriptions', {
      subject: { entities: [{ idPattern: '.*', type: 'T' }] },
      notification: { httpCustom: { url: `${receiver.url}/x`, ...httpCustom }, ...notification },
    });
    expect([created.status, created.body]).toEqual([201, '']);
    await client.post('/v2/entities?options=keyValues', { id: 'E', type: 'T', ...attrs }, headers);
    return (await receiver.take(1))[0]!;
  }

  it('fill in a payload, decoded', async () => {
    const request = await notified({
      payload: '%7B %22a%22: ${A}, %22s%22: %22${S}%22, n: ${N}, m: ${missing}, b: ${A|patata} %7D',
    });
    expect(request.body).toBe('{ "a": 1, "s": "text", n: null, m: null, b: null }');
    expect(request.header('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(request.header('Ngsiv2-AttrsFormat')).toBe('custom');
  });

  it('have no body for a null payload, and the ordinary one for an empty one', async () => {
    const none = await notified({ payload: null });
    expect([none.body, none.header('Ngsiv2-AttrsFormat')]).toEqual(['', 'custom']);
    client = broker().client();
    const ordinary = await notified(
      { payload: '' },
      { notification: { attrsFormat: 'simplifiedKeyValues' } },
    );
    expect([ordinary.body, ordinary.header('Ngsiv2-AttrsFormat')]).toEqual([
      '{"id":"E","type":"T","A":1,"S":"text","N":null}',
      'simplifiedKeyValues',
    ]);
  });

  it('fill in JSON, keeping types', async () => {
    const request = await notified({
      json: { a: '${A}', t: 'X:${A}:${missing}', n: ['${N}', '${missing}', true], 2: '${A+1}' },
    });
    expect(request.body).toBe('{"2":2,"a":1,"t":"X:1:null","n":[null,null,true]}');
    expect(request.header('Content-Type')).toBe('application/json; charset=utf-8');
    expect(request.header('Ngsiv2-AttrsFormat')).toBe('custom');
  });

  it('patch the entity by priority, and then cut to attrs', async () => {
    const ngsi = {
      id: '${id|lowercase}',
      type: '${type}2',
      Last: {
        value: '${First+Second}',
        type: 'Calculated',
        metadata: { evalPriority: { type: 'Number', value: 3 } },
      },
      First: {
        value: '${A*10}',
        type: 'Calculated',
        metadata: { evalPriority: { type: 'Number', value: 1 } },
      },
      Second: {
        value: '${First+1}',
        type: 'Calculated',
        metadata: { evalPriority: { type: 'Number', value: 2 } },
      },
      S: { value: 'new ${S}', type: 'Text' },
    };
    const request = await notified({ ngsi }, { notification: { attrsFormat: 'simplifiedKeyValues' } });
    expect(request.body).toBe(
      '{"id":"e","type":"T2","First":10,"Second":11,"Last":21,"S":"new text","A":1,"N":null}',
    );
    expect(request.header('Ngsiv2-AttrsFormat')).toBe('simplifiedKeyValues');
    client = broker().client();
    const cut = await notified(
      { ngsi },
      { notification: { attrs: ['Last', 'A'], attrsFormat: 'simplifiedKeyValues' } },
    );
    expect(cut.body).toBe('{"id":"e","type":"T2","Last":21,"A":1}');
  });

  it('tell a null attribute from a missing one in a patch', async () => {
    const isNull = (name: string) => ({ value: `\${(${name}==null)?'is null':${name}}`, type: 'Calculated' });
    const request = await notified(
      { ngsi: { X: isNull('N'), Y: isNull('missing'), Z: isNull('A') } },
      { notification: { attrs: ['X', 'Y', 'Z'], attrsFormat: 'simplifiedKeyValues' } },
    );
    expect(request.body).toBe('{"id":"E","type":"T","X":"is null","Y":null,"Z":1}');
  });

  it('show the priority that a patched attribute was evaluated by', async () => {
    const evalPriority = { type: 'Number', value: 2 };
    const patched = { value: '${A+1}', type: 'Calculated', metadata: { evalPriority } };
    const request = await notified({ ngsi: { B: patched } }, { notification: { attrs: ['B'] } });
    expect((request.json() as { data: object[] }).data).toEqual([
      { id: 'E', type: 'T', B: { type: 'Calculated', value: 2, metadata: { evalPriority } } },
    ]);
  });

  it('see id, type, service, path, token and metadata in expressions', async () => {
    const id = await client.post('/v2/subscriptions', {
      subject: { entities: [{ idPattern: '.*' }] },
      notification: {
        httpCustom: {
          url: `${receiver.url}/x`,
          json: ['${id}', '${type}', '${service}', '${servicePath}', '${authToken}', '${metadata.A.m}'],
        },
      },
    });
    expect(id.status).toBe(201);
    await client.post(
      '/v2/entities',
      { id: 'E', type: 'T', A: { value: 1, metadata: { m: { value: 'md' } } } },
      { 'X-Auth-Token': 'tok', 'Fiware-ServicePath': '/p' },
    );
    expect((await receiver.take(1))[0]!.body).toBe(`["E","T","${client.tenant}","/p","tok","md"]`);
  });

  it('fill in method, URL, query and headers', async () => {
    const request = await notified({
      url: `${receiver.url}/\${id}`,
      method: 'PUT',
      qs: { z: '${S}', '${S}': '1', gone: '${missing}', '${missing}': 'x' },
      headers: {
        'X-One': '${A}%20x',
        'X-Null': '${N}',
        'X-Part': '${missing}:${A}',
        'X-${missing}': 'y',
        '${missing}': 'x',
        Accept: '',
        'Content-Type': 'application/x',
        'Fiware-Correlator': 'mine',
        'Ngsiv2-AttrsFormat': 'mine',
        'Fiware-Service': '',
      },
    });
    expect(request.line).toBe('PUT /E?text=1&z=text HTTP/1.1');
    expect(request.header('X-One')).toBe('1 x');
    expect(request.headers.map(([name]) => name)).toEqual([
      'User-Agent',
      'Host',
      'Fiware-Servicepath',
      'Content-Length',
      'Content-Type',
      'Fiware-Correlator',
      'Ngsiv2-AttrsFormat',
      'x-null',
      'x-one',
      'x-part',
    ]);
    expect([request.header('X-Part'), request.header('X-Null')]).toEqual(['null:1', 'y']);
    expect(request.header('Content-Type')).toBe('application/x');
    expect(request.header('Fiware-Correlator')).toMatch(/; cbnotif=1$/);
    expect(request.header('Ngsiv2-AttrsFormat')).toBe('normalized');
  });

  it('cannot be made to write a second header or another request', async () => {
    const request = await notified(
      { url: `${receiver.url}/x\${S}`, headers: { 'X-One': '${S}', '${S}': 'y' }, payload: 'p' },
      { attrs: { S: 'a b\r\nX-Evil: 1\r\n\r\nGET / HTTP/1.1' } },
    );
    expect(request.header('X-Evil')).toBeUndefined();
    expect(request.line).toMatch(/^POST \/xa%20b%0D%0AX-Evil:%201\S* HTTP\/1\.1$/);
    expect(request.header('X-One')).toBe('a bX-Evil: 1GET / HTTP/1.1');
    expect(receiver.requests).toHaveLength(0);
  });

  it('are not sent when a macro is open, or the URL is none', async () => {
    const subscribe = (httpCustom: object) =>
      client.post('/v2/subscriptions', {
        subject: { entities: [{ idPattern: '.*' }] },
        notification: { httpCustom },
      });
    const open = await subscribe({ url: `${receiver.url}/open`, payload: 'x ${A' });
    await subscribe({ url: '${S}://nowhere', payload: 'x' });
    await subscribe({ url: `${receiver.url}/good`, payload: 'x' });
    await client.post('/v2/entities?options=keyValues', { id: 'E', S: 'gopher' });
    const requests = await receiver.take(1);
    expect(requests.map(({ line }) => line)).toEqual(['POST /good HTTP/1.1']);
    // They count all the same, as with the reference.
    expect(requests[0]!.header('Fiware-Correlator')).toMatch(/; cbnotif=3$/);
    expect((await client.get(open.header('Location')!)).json()).toMatchObject({
      notification: { timesSent: 1 },
    });
    await logged(broker().service, 'macro end not found, syntax error, aborting substitution');
    await logged(
      broker().service,
      "Runtime Error (not sending notification: malformed URL: 'gopher://nowhere')",
    );
  });
});
