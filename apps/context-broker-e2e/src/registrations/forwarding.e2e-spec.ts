import { errorBody, type BrokerClient } from '../support/broker-client';
import { describeEachStore } from '../support/each-store';
import { Provider, type ProviderAnswer, type ProviderRequest } from '../support/provider';

const providers: Provider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});
async function provider(behaviour: (request: ProviderRequest) => ProviderAnswer): Promise<Provider> {
  const started = await Provider.start(behaviour);
  providers.push(started);
  return started;
}
const far = (name: string, value: unknown = 'far') =>
  JSON.stringify([{ id: 'E', type: 'T', [name]: { type: 'Text', value, metadata: {} } }]);

async function register(
  client: BrokerClient,
  url: string,
  attrs: readonly string[],
  change: object = {},
  entities: object[] = [{ id: 'E', type: 'T' }],
) {
  const answer = await client.post('/v2/registrations', {
    dataProvided: { entities, attrs },
    provider: { http: { url }, ...change },
  });
  expect(answer.status).toBe(201);
}

describeEachStore(
  'forwarding of queries',
  (broker) => {
    it('asks the provider, with the headers of the client, and merges its answer', async () => {
      const client = broker().client();
      const agent = await provider(() => ({ body: far('lazy'), headers: { 'Fiware-Total-Count': '1' } }));
      await client.post(
        '/v2/entities',
        { id: 'E', type: 'T', here: { type: 'Number', value: 1 } },
        { 'Fiware-ServicePath': '/a' },
      );
      await client.post(
        '/v2/registrations',
        {
          dataProvided: { entities: [{ id: 'E', type: 'T' }], attrs: ['lazy'] },
          provider: { http: { url: `${agent.url}/v2` } },
        },
        { 'Fiware-ServicePath': '/a' },
      );
      const headers = { 'Fiware-ServicePath': '/a', 'X-Auth-Token': 'token', 'Fiware-Correlator': 'corr' };
      const answer = await client.get('/v2/entities/E', headers);
      expect(answer.body).toBe(
        '{"id":"E","type":"T","here":{"type":"Number","value":1,"metadata":{}},"lazy":{"type":"Text","value":"far","metadata":{}}}',
      );
      expect(agent.requests[0]).toMatchObject({
        url: '/v2/op/query?limit=19&offset=0&options=count',
        body: '{"entities":[{"id":"E","type":"T"}],"attrs":["lazy"]}',
        headers: {
          'fiware-service': client.tenant,
          'fiware-servicepath': '/a',
          'x-auth-token': 'token',
          'fiware-correlator': 'corr; cbfwd=1',
          accept: 'application/json',
          'content-type': 'application/json; charset=utf-8',
        },
      });
      expect(
        (await client.get('/v2/entities/E/attrs/lazy/value', { ...headers, Accept: 'text/plain' })).body,
      ).toBe('"far"');
      const list = await client.get('/v2/entities?type=T&options=count,keyValues', headers);
      expect(list.body).toBe('[{"id":"E","type":"T","here":1,"lazy":"far"}]');
      expect(list.header('Fiware-Total-Count')).toBe('2');
      const asked = agent.requests.length;
      expect((await client.get('/v2/entities/E?options=skipForwarding,keyValues', headers)).body).toBe(
        '{"id":"E","type":"T","here":1}',
      );
      expect((await client.get('/v2/entities/E?attrs=here&options=keyValues', headers)).body).toBe(
        '{"id":"E","type":"T","here":1}',
      );
      expect(agent.requests).toHaveLength(asked);
    });

    it('finds entities that are only at a provider, by op/query too', async () => {
      const client = broker().client();
      const agent = await provider(() => ({ body: far('A') }));
      await register(client, `${agent.url}/v2`, []);
      expect((await client.get('/v2/entities/E?options=keyValues')).body).toBe(
        '{"id":"E","type":"T","A":"far"}',
      );
      expect(
        (await client.post('/v2/op/query?options=keyValues', { entities: [{ idPattern: '.*', type: 'T' }] }))
          .body,
      ).toBe('[{"id":"E","type":"T","A":"far"}]');
      expect((await client.get('/v2/entities/F')).status).toBe(404);
    });

    it('lets local data win', async () => {
      const client = broker().client();
      const agent = await provider(() => ({
        body: '[{"id":"E","type":"T","A":{"value":"far"},"B":{"value":"far"}}]',
      }));
      await client.post('/v2/entities', { id: 'E', type: 'T', A: { value: 'here' } });
      await register(client, `${agent.url}/v2`, []);
      expect((await client.get('/v2/entities/E?options=keyValues')).body).toBe(
        '{"id":"E","type":"T","A":"here","B":"far"}',
      );
    });

    it('answers without a provider that is dead, slow, confused, too large or elsewhere', async () => {
      const client = broker().client();
      const good = await provider(() => ({ body: far('A') }));
      const faulty: ((url: string) => ProviderAnswer)[] = [
        () => 'hang',
        () => ({ body: '{"a' }),
        () => ({ body: '<xml/>' }),
        () => ({ status: 500, body: '{"error":"x"}' }),
        () => ({ status: 302, headers: { Location: `${good.url}/v2/op/query` } }),
        () => ({ body: `[${'"x",'.repeat(3_000_000)}"x"]` }),
      ];
      await register(client, 'http://127.0.0.1:1', ['dead']);
      for (const [at, answer] of faulty.entries())
        await register(client, (await provider(({ url }) => answer(url))).url, [`f${at}`]);
      await register(client, `${good.url}/v2`, ['A']);
      expect((await client.get('/v2/entities/E?options=keyValues')).body).toBe(
        '{"id":"E","type":"T","A":"far"}',
      );
      expect(good.requests).toHaveLength(1);
    });

    it('asks all providers at the same time', async () => {
      const client = broker().client();
      const names = ['A', 'B', 'C'];
      let asked = 0;
      let answerAll = () => {};
      const allAreAsked = new Promise<void>((resolve) => (answerAll = resolve));
      const behaviour = (name: string) => () => {
        if (++asked === names.length) answerAll();
        return { body: far(name), after: allAreAsked };
      };
      for (const name of names) await register(client, (await provider(behaviour(name))).url, [name]);
      expect((await client.get('/v2/entities/E?options=keyValues')).body).toBe(
        '{"id":"E","type":"T","A":"far","B":"far","C":"far"}',
      );
    });

    it('honours mode and expiry, not the status', async () => {
      const client = broker().client();
      const agent = await provider(() => ({ body: far('A') }));
      await register(client, agent.url, ['A'], { supportedForwardingMode: 'update' });
      await register(client, agent.url, ['A'], { supportedForwardingMode: 'none' });
      await client.post('/v2/registrations', {
        dataProvided: { entities: [{ id: 'E' }] },
        provider: { http: { url: agent.url } },
        expires: '2020-01-01',
      });
      expect((await client.get('/v2/entities/E')).status).toBe(404);
      await client.post('/v2/registrations', {
        dataProvided: { entities: [{ id: 'E' }] },
        provider: { http: { url: agent.url } },
        status: 'inactive',
      });
      expect((await client.get('/v2/entities/E')).status).toBe(200);
    });

    it('speaks NGSIv1 to legacy providers', async () => {
      const client = broker().client();
      const answer =
        '{"contextResponses":[{"contextElement":{"type":"T","isPattern":"false","id":"E","attributes":[{"name":"lazy","type":"string","value":"far"}]},"statusCode":{"code":"200","reasonPhrase":"OK"}}]}';
      const agent = await provider(() => ({ body: answer }));
      await register(client, agent.url, ['lazy'], { legacyForwarding: true });
      expect((await client.get('/v2/entities/E')).body).toBe(
        '{"id":"E","type":"T","lazy":{"type":"string","value":"far","metadata":{}}}',
      );
      expect(agent.requests[0]).toMatchObject({
        url: '//queryContext',
        body: '{"entities":[{"type":"T","isPattern":"false","id":"E"}],"attributes":["lazy"]}',
      });
    });

    it('does not go round in circles', async () => {
      const client = broker().client();
      await register(client, `${broker().url}/v2`, ['A']);
      expect((await client.get('/v2/entities/E')).status).toBe(404);
      expect((await client.patch('/v2/entities/E/attrs?type=T', { A: { value: 1 } })).status).toBe(404);
    });
  },
  ['-httpTimeout', '2500', '-outReqMsgMaxSize', '1000000'],
);

describeEachStore(
  'forwarding of updates',
  (broker) => {
    it('sends a command to its provider as an IoT agent expects it', async () => {
      const client = broker().client();
      const agent = await provider(() => ({ status: 204 }));
      await client.post('/v2/entities', {
        id: 'lamp',
        type: 'Lamp',
        state: { type: 'Text', value: 'off' },
        switch_status: { type: 'commandStatus', value: 'UNKNOWN' },
      });
      await register(client, agent.url, ['switch'], {}, [{ id: 'lamp', type: 'Lamp' }]);
      const answer = await client.patch('/v2/entities/lamp/attrs?type=Lamp', {
        switch: { type: 'command', value: 'on' },
      });
      expect(answer).toMatchObject({ status: 204, body: '' });
      expect(agent.requests[0]).toMatchObject({
        url: '//op/update',
        body: '{"entities":[{"id":"lamp","type":"Lamp","switch":{"type":"command","value":"on","metadata":{}}}],"actionType":"update"}',
      });
      expect(
        (await client.put('/v2/entities/lamp/attrs/switch', { type: 'command', value: { level: 3 } })).status,
      ).toBe(204);
      expect((await client.putText('/v2/entities/lamp/attrs/switch/value', '5')).status).toBe(204);
      expect(
        (
          await client.post('/v2/op/update', {
            actionType: 'update',
            entities: [{ id: 'lamp', type: 'Lamp', switch: { type: 'command', value: 'x' } }],
          })
        ).status,
      ).toBe(204);
      expect(
        agent.requests.map(
          ({ body }) =>
            (JSON.parse(body) as { entities: { switch: { value: unknown } }[] }).entities[0]!.switch.value,
        ),
      ).toEqual(['on', { level: 3 }, 5, 'x']);
      expect((await client.get('/v2/entities/lamp?options=keyValues,skipForwarding')).json()).toEqual({
        id: 'lamp',
        type: 'Lamp',
        state: 'off',
        switch_status: 'UNKNOWN',
      });
    });

    it('updates here what is here and there what is there', async () => {
      const client = broker().client();
      const agent = await provider(() => ({ status: 204 }));
      await client.post('/v2/entities', { id: 'E', type: 'T', here: { value: 1 } });
      await register(client, agent.url, ['far']);
      expect(
        (await client.patch('/v2/entities/E/attrs?type=T', { here: { value: 2 }, far: { value: 3 } })).status,
      ).toBe(204);
      expect((await client.get('/v2/entities/E?options=keyValues,skipForwarding')).body).toBe(
        '{"id":"E","type":"T","here":2}',
      );
      expect(agent.requests).toHaveLength(1);
      expect(agent.requests[0]!.body).not.toContain('here');
    });

    it('says which attributes were not updated', async () => {
      const client = broker().client();
      const good = await provider(() => ({ status: 204 }));
      const missing = await provider(() => ({ status: 404, body: errorBody('NotFound', 'x') }));
      await client.post('/v2/entities', { id: 'E', type: 'T', here: { value: 1 } });
      await register(client, good.url, ['good']);
      await register(client, missing.url, ['missing']);
      await register(client, 'http://127.0.0.1:1', ['dead']);
      const partial = (list: string) => ({
        status: 404,
        body: errorBody(
          'PartialUpdate',
          `Some of the following attributes were not updated: { E-T : [${list}] }`,
        ),
      });
      const patch = (...names: string[]) =>
        client.patch(
          '/v2/entities/E/attrs?type=T',
          Object.fromEntries(names.map((name) => [name, { value: 1 }])),
        );
      expect(await patch('here', 'missing')).toMatchObject(partial('missing'));
      expect(await patch('good', 'dead')).toMatchObject(partial('dead'));
      expect(await patch('good', 'missing', 'dead', 'nobody')).toMatchObject(
        partial('nobody, missing, dead'),
      );
      expect(await patch('missing')).toMatchObject({
        status: 404,
        body: errorBody('NotFound', 'The requested entity has not been found. Check type and id'),
      });
      expect(await patch('nobody')).toMatchObject({ status: 422 });
    });

    it('never forwards creation, append and delete', async () => {
      const client = broker().client();
      const agent = await provider(() => ({ status: 204 }));
      await register(client, agent.url, []);
      expect((await client.post('/v2/entities/E/attrs?type=T', { A: { value: 1 } })).status).toBe(404);
      expect((await client.delete('/v2/entities/E?type=T')).status).toBe(404);
      expect((await client.post('/v2/entities', { id: 'E', type: 'T', A: { value: 1 } })).status).toBe(201);
      expect((await client.post('/v2/entities/E/attrs?type=T', { B: { value: 1 } })).status).toBe(204);
      expect(agent.requests).toHaveLength(0);
    });

    it('sends NGSIv1 to legacy providers', async () => {
      const client = broker().client();
      const agent = await provider(() => ({
        body: '{"contextResponses":[{"contextElement":{"type":"T","isPattern":"false","id":"E","attributes":[{"name":"ping","type":"command","value":""}]},"statusCode":{"code":200,"reasonPhrase":"OK"}}]}',
      }));
      await register(client, agent.url, ['ping'], { legacyForwarding: true });
      expect(
        (await client.patch('/v2/entities/E/attrs?type=T', { ping: { type: 'command', value: '22' } }))
          .status,
      ).toBe(204);
      expect(agent.requests[0]).toMatchObject({
        url: '//updateContext',
        body: '{"contextElements":[{"type":"T","isPattern":"false","id":"E","attributes":[{"name":"ping","type":"command","value":"22"}]}],"updateAction":"UPDATE"}',
      });
    });
  },
  ['-httpTimeout', '2500', '-outReqMsgMaxSize', '1000000'],
);
