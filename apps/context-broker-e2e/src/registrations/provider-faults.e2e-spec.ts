import { errorBody, type BrokerClient } from '../support/broker-client';
import { describeEachStore } from '../support/each-store';
import { Provider, type ProviderAnswer } from '../support/provider';

const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
const entity = (attrs: string) => `[{"id":"E","type":"T",${attrs}}]`;

/** Answers that are no use, whether to a query or to an update. */
const FAULTS: readonly (readonly [string, ProviderAnswer])[] = [
  ['that hangs', 'hang'],
  ['that answers a byte now and then', 'drip'],
  ['that ends in the middle', 'cut'],
  ['that answers half of a JSON text', { body: '[{"id":"E"' }],
  ['that answers XML', { body: '<entities/>', headers: { 'Content-Type': 'application/xml' } }],
  ['that answers something else in JSON', { body: '"yes"' }],
  ['that answers JSON nested without end', { body: entity(`"bad":{"value":${deep}}`) }],
  ['that fails', { status: 500, body: '{"error":"x"}' }],
  ['that sends elsewhere', { status: 307, headers: { Location: 'http://127.0.0.1:1/v2/op/query' } }],
  ['that answers too much', { body: `[${'"x",'.repeat(300_000)}"x"]` }],
];

describeEachStore(
  'a provider',
  (broker) => {
    const providers: Provider[] = [];
    afterEach(async () => {
      for (const provider of providers.splice(0)) await provider.close();
    });
    async function registered(client: BrokerClient, attr: string, answer: ProviderAnswer, change = {}) {
      const provider = await Provider.start(() => answer);
      providers.push(provider);
      const made = await client.post('/v2/registrations', {
        dataProvided: { entities: [{ id: 'E', type: 'T' }], attrs: [attr] },
        provider: { http: { url: `${provider.url}/v2` }, ...change },
      });
      expect(made.status).toBe(201);
      return provider;
    }
    const good: ProviderAnswer = { body: entity('"good":{"type":"Text","value":"far"}') };

    it.each(FAULTS)('%s costs a query its own attributes only', async (_what, answer) => {
      const client = broker().client();
      await client.post('/v2/entities?options=keyValues', { id: 'E', type: 'T', here: 1 });
      await registered(client, 'bad', answer);
      await registered(client, 'good', good);
      expect(await client.get('/v2/entities/E?options=keyValues')).toMatchObject({
        status: 200,
        body: '{"id":"E","type":"T","here":1,"good":"far"}',
      });
    });

    it.each(FAULTS)('%s costs an update its own attributes only', async (_what, answer) => {
      const client = broker().client();
      await client.post('/v2/entities?options=keyValues', { id: 'E', type: 'T', here: 1 });
      await registered(client, 'bad', answer);
      await registered(client, 'good', { status: 204 });
      const answered = await client.patch('/v2/entities/E/attrs?type=T&options=keyValues', {
        here: 2,
        bad: 2,
        good: 2,
      });
      expect([answered.status, answered.body]).toEqual([
        404,
        errorBody('PartialUpdate', 'Some of the following attributes were not updated: { E-T : [bad] }'),
      ]);
      expect((await client.get('/v2/entities/E?options=keyValues,skipForwarding')).body).toBe(
        '{"id":"E","type":"T","here":2}',
      );
    });

    it.each(FAULTS)('%s and should speak NGSIv1 costs no more', async (_what, answer) => {
      const client = broker().client();
      await client.post('/v2/entities?options=keyValues', { id: 'E', type: 'T', here: 1 });
      await registered(client, 'bad', answer, { legacyForwarding: true });
      expect((await client.get('/v2/entities/E?options=keyValues')).body).toBe(
        '{"id":"E","type":"T","here":1}',
      );
      expect((await client.patch('/v2/entities/E/attrs?type=T', { bad: { value: 1 } })).body).toBe(
        errorBody('NotFound', 'The requested entity has not been found. Check type and id'),
      );
    });

    it('cannot slip in entities that were not asked for, nor names with a meaning', async () => {
      const client = broker().client();
      await registered(client, 'A', {
        body: '[{"id":"F","type":"T","A":{"value":1}},{"id":"E","type":"T","__proto__":{"value":{"polluted":1}},"A":{"value":2}},{"type":"T"},7,null]',
        headers: { 'Fiware-Total-Count': '-5' },
      });
      const answer = await client.get('/v2/entities?id=E&type=T&options=keyValues,count');
      expect(answer.json()).toHaveLength(1);
      expect(answer.body).toContain('"A":2');
      expect(answer.header('Fiware-Total-Count')).toBe('0');
      expect((await client.get('/v2/entities?options=keyValues,skipForwarding')).body).toBe('[]');
    });

    it('is never sent a header that a client made up', async () => {
      const client = broker().client();
      const provider = await registered(client, 'A', { body: entity('"A":{"value":1}') });
      await client.get('/v2/entities/E', { 'X-Auth-Token': 'token', Cookie: 'secret', 'X-Other': 'x' });
      expect(Object.keys(provider.requests[0]!.headers).sort()).toEqual(
        [
          'accept',
          'content-length',
          'content-type',
          'fiware-correlator',
          'fiware-service',
          'fiware-servicepath',
          'host',
          'user-agent',
          'x-auth-token',
        ].sort(),
      );
    });
  },
  ['-httpTimeout', '2500', '-outReqMsgMaxSize', '1000000'],
);
