import { eventually } from '@smart-city/testing';
import { startBroker } from '../support/each-store';
import { Provider } from '../support/provider';

describe('the log of forwarding', () => {
  it('has the lines of the original, deprecated use and alarms included', async () => {
    const broker = await startBroker(undefined, ['-logLevel', 'INFO', '-logDeprecate']);
    const provider = await Provider.start(({ url }) =>
      url.endsWith('/op/update')
        ? { status: 204 }
        : { body: '[{"id":"E","type":"T","A":{"type":"Text","value":"far","metadata":{}}}]' },
    );
    try {
      const client = broker.client();
      const register = async (url: string, attrs: string[], legacyForwarding: boolean) => {
        const answer = await client.post('/v2/registrations', {
          dataProvided: { entities: [{ id: 'E', type: 'T' }], attrs },
          provider: { http: { url }, legacyForwarding },
        });
        return answer.header('Location')!.split('/').at(-1)!;
      };
      const modern = await register(`${provider.url}/v2`, ['A'], false);
      const legacy = await register('http://127.0.0.1:1/v1', ['B'], true);
      await client.get('/v2/entities/E?type=T', { 'Fiware-Correlator': 'root' });
      await client.patch(
        '/v2/entities/E/attrs?type=T',
        { A: { type: 'command', value: 1 } },
        { 'Fiware-Correlator': 'root' },
      );
      const lines = [
        `Deprecated usage of legacyForwarding mode in registration creation (regId: ${legacy})`,
        `Deprecated usage of legacyForwarding mode in query forwarding operation (regId: ${legacy})`,
        'Starting forwarding for GET /v2/entities/E?type=T',
        `Request forwarded (regId: ${modern}): POST ${provider.url}/v2/op/query, request payload (50 bytes): {"entities":[{"id":"E","type":"T"}],"attrs":["A"]}, response payload (73 bytes): [{"id":"E","type":"T","A":{"type":"Text","value":"far","metadata":{}}}], response code: 200`,
        `Request forwarded (regId: ${legacy}): POST http://127.0.0.1:1/v1/queryContext, request payload (76 bytes): {"entities":[{"type":"T","isPattern":"false","id":"E"}],"attributes":["B"]}, response payload (0 bytes): , response code: Could not connect to server`,
        'Raising alarm ForwardingError 127.0.0.1:1/v1/queryContext: forwarding failure for sender-thread: Could not connect to server',
        'Starting forwarding for PATCH /v2/entities/E/attrs?type=T',
        'response payload (0 bytes): , response code: 204',
      ];
      await eventually(() => broker.service.output().includes(lines.at(-1)!));
      for (const line of lines) expect(withoutSizes(broker.service.output())).toContain(withoutSizes(line));
      expect(broker.service.output()).toMatch(/corr=root; cbfwd=1 \|.*Request forwarded/);
      expect(broker.service.output()).toMatch(/corr=root \|.*Raising alarm ForwardingError/);
      const report = (await client.get('/admin/deprecations?at=4.0.0')).json() as {
        features: { id: string; breaks: boolean; use: { clients: { userAgent: string }[] } }[];
      };
      const ngsiv1 = report.features.find(({ id }) => id === 'ngsiv1')!;
      // Towards providers NGSIv1 lives on in 4.x.
      expect(ngsiv1.breaks).toBe(false);
      expect(ngsiv1.use.clients).toContainEqual(
        expect.objectContaining({
          part: 'ngsiv1.forwarding',
          service: client.tenant,
          userAgent: `registration ${legacy}`,
          address: '127.0.0.1:1',
          count: 1,
        }),
      );
      const statistics = (await client.get('/admin/metrics')).body;
      expect(statistics).toContain('"outgoingTransactions":3');
    } finally {
      await provider.close();
      await broker.stop();
    }
  });
});

describe('deprecated use of NGSIv1 towards providers', () => {
  it.each([
    ['3.12.0', 'Deprecated usage of legacyForwarding mode in update forwarding operation'],
    ['4.7.0', 'Deprecated usage of legacyForwarding mode detected in existing registration'],
  ])('is logged in the words of %s', async (compatVersion, looked) => {
    const broker = await startBroker(undefined, [
      '-logDeprecate',
      '-statCounters',
      '-compatVersion',
      compatVersion,
    ]);
    try {
      const client = broker.client();
      const made = await client.post('/v2/registrations', {
        dataProvided: { entities: [{ id: 'E1', type: 'T1' }], attrs: ['A1'] },
        provider: { http: { url: 'http://127.0.0.1:1/v2' }, legacyForwarding: true },
      });
      const id = made.header('Location')!.split('/').at(-1)!;
      await client.get('/v2/registrations');
      await client.get('/v2/entities/E1/attrs/A1?type=T1');
      await client.put('/v2/entities/E1/attrs/A1?type=T1', { value: 1, type: 'Number' });
      await eventually(() => broker.service.output().includes('/v2/updateContext: forwarding failure'));
      const said = broker.service
        .output()
        .split('\n')
        .filter((line) => line.includes('msg=Deprecated'))
        .map((line) => line.split('msg=')[1]);
      expect(said).toEqual([
        `Deprecated usage of legacyForwarding mode in registration creation (regId: ${id})`,
        `Deprecated usage of legacyForwarding mode detected in existing registration (regId: ${id})`,
        `${looked.replace('update', 'query')} (regId: ${id})`,
        `${looked} (regId: ${id})`,
      ]);
      expect((await client.get('/statistics')).body).toContain('"deprecatedFeatures":{"ngsiv1Forwarding":4}');
    } finally {
      await broker.stop();
    }
  });
});

const withoutSizes = (text: string): string => text.replace(/\(\d+ bytes\)/g, '(bytes)');
