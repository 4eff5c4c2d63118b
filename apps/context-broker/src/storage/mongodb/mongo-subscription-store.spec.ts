import { Double, Long, ObjectId, type Document } from 'mongodb';
import { subscriptionStoreContract } from '../contract/subscription-store.contract';
import { MongoDatabases } from './mongo-databases';
import { MongoSubscriptionStore } from './mongo-subscription-store';
import { mongoUri } from './mongo-test-server';
import { subscriptionOfBson, subscriptionUpdate } from './subscription-document';

const uri = mongoUri;

describe('documents of other versions of Orion', () => {
  it('are read: string isPattern, 9e18 for permanent, throttling -1, missing members', () => {
    const stored = new Map<string, unknown>([
      ['_id', '51c0ac9ed714fb3b37d7d5a8'],
      ['expiration', 9e18],
      ['reference', 'http://h:1028'],
      ['throttling', -1],
      [
        'entities',
        [
          new Map<string, unknown>([
            ['id', '.*'],
            ['type', 'T'],
            ['isPattern', 'true'],
          ]),
        ],
      ],
      ['attrs', ['a']],
      ['conditions', ['b']],
      ['format', 'JSON'],
      ['count', 7],
    ]);
    expect(subscriptionOfBson(stored)).toEqual({
      id: '51c0ac9ed714fb3b37d7d5a8',
      servicePath: '/#',
      status: 'active',
      entities: [{ idPattern: '.*', type: 'T' }],
      condition: { language: 'ngsiv2', attrs: ['b'], alterationTypes: [], notifyOnMetadataChange: true },
      notification: {
        form: 'ngsiv2',
        channel: {
          kind: 'http',
          url: 'http://h:1028',
          timeoutMs: 0,
          headers: new Map(),
          qs: new Map(),
          body: { kind: 'default' },
        },
        attrs: ['a'],
        isExceptAttrs: false,
        onlyChangedAttrs: false,
        covered: false,
        metadata: [],
        attrsFormat: 'normalized',
      },
      throttlingSeconds: 0,
      counters: { timesSent: 7, failsCounter: 0 },
    });
  });
});

describe('an update of a document that Orion wrote', () => {
  const before = subscriptionOfBson(
    new Map<string, unknown>([
      ['_id', '51c0ac9ed714fb3b37d7d5a8'],
      ['reference', 'http://h:1028/'],
      ['servicePath', '/'],
      ['status', 'active'],
      ['statusLastChange', 10],
      ['entities', [new Map([['id', 'E']])]],
      ['attrs', []],
      ['conditions', []],
    ]),
  );
  const changed = (change: Partial<typeof before>) =>
    Object.fromEntries(subscriptionUpdate({ ...before, ...change }, before).$set);

  it('sets what is given, the service path and notifyOnMetadataChange, and no member that was not there', () => {
    expect(changed({ description: 'd', servicePath: '/#' })).toEqual({
      description: 'd',
      servicePath: '/#',
      notifyOnMetadataChange: true,
    });
  });

  it('takes away only what was read and is gone', () => {
    const full = { ...before, description: 'd', expiresAt: 1, owner: 'o', labels: ['l'] };
    expect(subscriptionUpdate(before, full)).toEqual({
      $set: new Map<string, unknown>([
        ['servicePath', '/'],
        ['notifyOnMetadataChange', true],
        ['expiration', Long.MAX_VALUE],
      ]),
      $unset: { description: 1, 'additions.owner': 1, 'additions.labels': 1 },
    });
    expect(subscriptionUpdate({ ...before, throttlingSeconds: 5 }, before)).not.toHaveProperty('$unset');
  });

  it('sets a status that is given, though it is what was read', () => {
    expect(changed({ statusLastChange: 11 })).toEqual({
      servicePath: '/',
      status: 'active',
      statusLastChange: 11,
      notifyOnMetadataChange: true,
    });
  });
});

if (uri === undefined) {
  it.skip('the SubscriptionStore contract on MongoDB: MONGODB_URI names no server', () => undefined);
} else {
  let databases: MongoDatabases;
  beforeAll(async () => {
    databases = await MongoDatabases.connect({ uri, dbName: 'orion' });
  });
  afterAll(() => databases.close());
  subscriptionStoreContract(async () => new MongoSubscriptionStore(databases));

  it('writes the document that Orion writes', async () => {
    const store = new MongoSubscriptionStore(databases);
    const id = new ObjectId().toHexString();
    await store.insert('csubsdoc', {
      id,
      servicePath: '/#',
      status: 'active',
      entities: [{ idPattern: '.*', type: 'T' }],
      condition: { language: 'ngsiv2', attrs: ['A.b'], alterationTypes: [], notifyOnMetadataChange: true },
      notification: {
        form: 'ngsiv2',
        channel: {
          kind: 'httpCustom',
          url: 'http://h',
          timeoutMs: 0,
          headers: new Map([['X-${type}', '1']]),
          qs: new Map([['a.b', '2']]),
          body: { kind: 'json', json: new Map([['a.b', 1]]) },
        },
        attrs: [],
        isExceptAttrs: false,
        onlyChangedAttrs: false,
        covered: false,
        metadata: [],
        attrsFormat: 'normalized',
      },
      throttlingSeconds: 5,
      counters: { timesSent: 0, failsCounter: 0 },
    });
    const document = (await databases
      .database('csubsdoc')
      .collection('csubs')
      .findOne({ _id: new ObjectId(id) }, { promoteValues: false })) as Document;
    expect(document['expiration']).toEqual(Long.MAX_VALUE);
    expect(document['throttling']).toEqual(Long.fromNumber(5));
    expect(document['entities']).toEqual([{ id: '.*', isPattern: true, type: 'T', isTypePattern: false }]);
    expect(document['headers']).toEqual({ 'X-${type}': '1' });
    expect(document['qs']).toEqual({ 'a.b': '2' });
    // Orion reads doubles only.
    expect(document['json']).toEqual({ 'a=b': new Double(1) });
    expect(document['expression']).toEqual({ q: '', mq: '', geometry: '', coords: '', georel: '' });
  });
}
