import { deadLetterStoreContract } from '../contract/dead-letter-store.contract';
import { notificationOutboxContract } from '../contract/notification-outbox.contract';
import { MongoDatabases } from './mongo-databases';
import { MongoDeadLetterStore } from './mongo-dead-letter-store';
import { MongoNotificationOutbox } from './mongo-notification-outbox';
import { describeOnMongo, freshDatabaseName, mongoUri } from './mongo-test-server';

describeOnMongo('the outbox on MongoDB', () => {
  let databases: MongoDatabases;
  beforeAll(async () => {
    databases = await MongoDatabases.connect({
      uri: mongoUri ?? '',
      dbName: freshDatabaseName(),
      multiservice: true,
    });
  });
  afterAll(async () => {
    await databases.database('').dropDatabase();
    await databases.close();
  });

  notificationOutboxContract(async () => new MongoNotificationOutbox(databases, 'one'));
  deadLetterStoreContract(async () => new MongoDeadLetterStore(databases));

  it('is kept apart from those of other brokers', async () => {
    const [one, other] = [
      new MongoNotificationOutbox(databases, 'one'),
      new MongoNotificationOutbox(databases, 'other'),
    ];
    const lane = { tenant: 't', subscriptionId: 's' };
    await one.add([
      { id: 'a', tenant: '', json: '1' },
      { ...lane, id: 'c', json: '3' },
    ]);
    await other.add([{ id: 'b', tenant: '', json: '2' }]);
    expect(await one.list()).toEqual([{ id: 'a', tenant: '', json: '1' }]);
    expect(await other.list()).toEqual([{ id: 'b', tenant: '', json: '2' }]);
    expect([await one.lanes(), await other.lanes()]).toEqual([[lane], []]);
    expect(await other.read(lane, { after: '', most: 10, size: 10 })).toEqual([]);
  });
});
