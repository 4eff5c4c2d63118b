import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, runScript, shellBlocks, visiting } from '@smart-city/testing';
import { Double, MongoClient, ObjectId, type Document } from 'mongodb';

const mongoUri = process.env['MONGODB_URI'];

/** What Orion stores in the database of tenant `city`. */
const attribute = (value: unknown) => ({
  value,
  type: 'Number',
  mdNames: [],
  creDate: new Double(1389376081.8),
  modDate: new Double(1389376120.2),
});
const ENTITY = {
  _id: { id: 'Room1', type: 'Room', servicePath: '/home' },
  attrNames: ['temperature'],
  attrs: { temperature: attribute(new Double(21.5)) },
  creDate: new Double(1389376081.8),
  modDate: new Double(1389376120.2),
  lastCorrelator: 'corr-1',
};
const SUBSCRIPTION = {
  _id: new ObjectId('5fb1bf2f4b0f3a001c3b1f7a'),
  expiration: new Double(9e18),
  reference: 'http://127.0.0.1:9/notify',
  custom: false,
  servicePath: '/home',
  entities: [{ id: '.*', isPattern: 'true', type: 'Room', isTypePattern: false }],
  attrs: [],
  metadata: [],
  blacklist: false,
  conditions: ['temperature'],
  expression: { q: '', mq: '', geometry: '', coords: '', georel: '' },
  format: 'normalized',
  status: 'active',
  throttling: 0,
  count: 7,
};

/** An Orion deployment as its operator has it. */
const COMPOSE = `services:
  orion:
    image: telefonicaiot/fiware-orion:3.10.1
    command: -dbhost mongo -rplSet rs0 -multiservice
`;
const ACCESS_LOG =
  '10.0.0.7 - - [21/Nov/2026:10:00:01 +0000] "POST /v1/updateContext HTTP/1.1" 200 2 "-" "iotagent/1.0"\n';

const ASK = `curl -sf "$BROKER/v2/entities?options=keyValues" -H 'Fiware-Service: city'; echo
curl -sf $BROKER/v2/subscriptions -H 'Fiware-Service: city'; echo`;
const ENTITIES = '[{"id":"Room1","type":"Room","temperature":21.5}]';

(mongoUri ? describe : describe.skip)(
  `docs/migrating-from-orion.md${mongoUri ? '' : ' (skipped: MONGODB_URI names no server)'}`,
  () => {
    let client: MongoClient;
    let folder: string;
    const city = () => client.db('orion-city');
    const clear = () =>
      Promise.all(['entities', 'csubs'].map((name) => city().collection(name).deleteMany({})));
    beforeAll(async () => {
      client = await MongoClient.connect(mongoUri!);
      folder = mkdtempSync(join(tmpdir(), 'from-orion-'));
      await clear();
      await city()
        .collection('entities')
        .insertOne(ENTITY as unknown as Document);
      await city()
        .collection('csubs')
        .insertOne({ ...SUBSCRIPTION });
      symlinkSync(join(process.cwd(), 'dist'), join(folder, 'dist'));
      writeFileSync(join(folder, 'docker-compose.yml'), COMPOSE);
      writeFileSync(join(folder, 'access.log'), ACCESS_LOG);
    });
    afterAll(async () => {
      await clear();
      await client.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('its steps, one after the other: checked, taken over, moved to the embedded store and back', async () => {
      const port = String(await freePort());
      const env = {
        ORION_DB: mongoUri!,
        BROKER: `http://127.0.0.1:${port}`,
        ORION_PORT: port,
        ORION_LOG_DIR: folder,
        ORION_PID_PATH: join(folder, 'pid'),
      };
      const steps = shellBlocks('docs/migrating-from-orion.md').join('');
      const script = visiting(steps, /^.*main\.js -fg .*$/gm, '$BROKER', ASK);
      const { status, stdout, stderr } = runScript(script, { env, cwd: folder });
      expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain("-dbURI 'mongodb://mongo/?replicaSet=rs0'");
      expect(stdout).toContain('POST /v1/updateContext  access.log:1, by iotagent/1.0');
      // Once on Orion's own database, once on the copy.
      expect(stdout.split(ENTITIES)).toHaveLength(3);
      expect(stdout.match(/"id":"5fb1bf2f4b0f3a001c3b1f7a".*?"timesSent":7/g)).toHaveLength(2);
      expect(await city().collection('entities').countDocuments()).toBe(1);
      expect(await city().collection('csubs').countDocuments({ count: 7 })).toBe(1);
      // Eight processes are started.
    }, 300_000);
  },
);
