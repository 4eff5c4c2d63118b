import { Long } from 'mongodb';
import { registrationStoreContract } from '../contract/registration-store.contract';
import { MongoDatabases } from './mongo-databases';
import { MongoRegistrationStore } from './mongo-registration-store';
import { mongoUri } from './mongo-test-server';
import { registrationsOfDocument } from './registration-document';

const uri = mongoUri;

describe('documents of other versions of Orion', () => {
  it('are read: string isPattern, no format, several context registrations', () => {
    const cr = (id: string) => ({
      entities: [
        { id, isPattern: 'false', type: 'T' },
        { id: '.*', isPattern: 'true' },
      ],
      attrs: [{ name: 'A', type: 'x', isDomain: 'false' }],
      providingApplication: 'http://h',
    });
    const found = registrationsOfDocument({
      _id: 'x',
      expiration: Long.MAX_VALUE,
      servicePath: '/a',
      contextRegistration: [cr('E'), cr('F')],
    });
    expect(found).toHaveLength(2);
    expect(found[0]).toEqual({
      id: 'x',
      servicePath: '/a',
      entities: [
        { id: 'E', isPattern: false, type: 'T' },
        { id: '.*', isPattern: true },
      ],
      attrs: ['A'],
      provider: { url: 'http://h', forwardingMode: 'all', protocol: 'ngsiv1' },
    });
  });
});

if (uri === undefined) {
  it.skip('the RegistrationStore contract on MongoDB: MONGODB_URI names no server', () => undefined);
} else {
  let databases: MongoDatabases;
  beforeAll(async () => {
    databases = await MongoDatabases.connect({ uri, dbName: 'orion' });
  });
  afterAll(() => databases.close());
  registrationStoreContract(async () => new MongoRegistrationStore(databases));
}
