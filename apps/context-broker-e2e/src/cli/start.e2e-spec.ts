import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  compiledServices,
  eventually,
  messageClientsIn,
  startService,
  writeSelfSignedCertificate,
  type ServiceProcess,
} from '@smart-city/testing';
import { BrokerClient } from '../support/broker-client';

const main = join(process.cwd(), 'dist', 'apps', 'context-broker', 'main.js');
const run = (...args: string[]) =>
  spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, NODE_COMPILE_CACHE: compiledServices },
  });

describe('starting and stopping', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'start-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const args = (...more: string[]) => [
    '-fg',
    '-port',
    '0',
    '-dbURI',
    `sqlite:${folder}/data`,
    '-logDir',
    folder,
    '-pidpath',
    `${folder}/pid`,
    ...more,
  ];

  it('exits 0 on SIGTERM and SIGINT, and finds its data again', async () => {
    const first = await startService('context-broker', { args: args('-logLevel', 'INFO') });
    expect(readFileSync(`${folder}/pid`, 'utf8').trim()).toBe(String(first.process.pid));
    const client = new BrokerClient(first.url, '');
    await client.post('/v2/entities', { id: 'E' });
    const answers = Promise.all(
      Array.from({ length: 50 }, (_, at) => client.post('/v2/entities', { id: `E${at}` })),
    );
    expect((await answers).every(({ status }) => status === 201)).toBe(true);
    expect(await first.stop('SIGTERM')).toBe(0);
    expect(existsSync(`${folder}/pid`)).toBe(false);
    expect(readFileSync(`${folder}/contextBroker.log`, 'utf8')).toMatch(
      /msg=Signal Handler \(caught signal 15\)\n.*msg=Orion context broker exiting due to receiving a signal\n/,
    );
    const second = await startService('context-broker', { args: args() });
    expect((await new BrokerClient(second.url, '').get('/v2/entities?id=E')).body).toBe(
      '[{"id":"E","type":"Thing"}]',
    );
    expect(await second.stop('SIGINT')).toBe(0);
    await eventually(() => second.output().includes('context-broker stops: SIGINT received\n'));
  });

  it('finds clients of message brokers that work once they are loaded', async () => {
    expect(await messageClientsIn(dirname(main))).toEqual({ mqtt: true, kafka: true });
  });

  it('stops with a clear text on faults', () => {
    expect(run('-nonsense')).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(
        /^'-nonsense' not recognized\n\nUsage: contextBroker {2}\[option/,
      ) as unknown,
    });
  });

  it('says what to do about a port that is taken', async () => {
    const other = createServer().listen(0, '::');
    await once(other, 'listening');
    try {
      const { port } = other.address() as AddressInfo;
      const { status, stderr } = run(...args('-port', String(port)));
      expect([status, stderr]).toEqual([
        1,
        `context-broker cannot start: port ${port} is taken by another process; end that one, or choose another port with -port\n`,
      ]);
    } finally {
      other.close();
    }
  });

  it('answers -u', () => {
    expect(run('-u').stdout).toContain("[option '-dbURI' <");
  });

  it('serves https', async () => {
    const [key, certificate] = [join(folder, 'key'), join(folder, 'cert')];
    expect(writeSelfSignedCertificate(key, certificate)).toBe(true);
    const service = await startService('context-broker', {
      args: args('-https', '-key', key, '-cert', certificate),
    });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(
        `https://localhost:${service.port}/v2`,
        { rejectUnauthorized: false, agent: false },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
    expect(await service.stop()).toBe(0);
  });
});

describe('a broker with variables, flags without effect and a pid file', () => {
  let folder: string;
  let service: ServiceProcess;
  const filesOf = (name: string) => [
    ...['-port', '0', '-dbURI', `sqlite:${folder}/${name}`, '-logDir', folder],
    ...['-pidpath', `${folder}/pid`],
  ];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'start-'));
    service = await startService('context-broker', {
      args: ['-fg', ...filesOf('data'), '-reqPoolSize', '8'],
      env: { ORION_MULTI_SERVICE: 'TRUE', ORION_IN_REQ_PAYLOAD_MAX_SIZE: '20' },
    });
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('reads ORION_* variables', async () => {
    const client = new BrokerClient(service.url, 'one');
    expect((await client.post('/v2/entities', { id: 'TooLongForTwentyBytes' })).status).toBe(413);
    expect((await client.post('/v2/entities', { id: 'E' })).status).toBe(201);
    expect((await new BrokerClient(service.url, 'two').get('/v2/entities')).body).toBe('[]');
  });

  it('warns of what has no effect', async () => {
    const log = () => readFileSync(`${folder}/contextBroker.log`, 'utf8');
    await eventually(() => log().includes("parameter '-reqPoolSize' has no effect"));
  });

  it('keeps another from starting with its pid file, when that was named', () => {
    expect(run(...filesOf('other'))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('A broker seems to be running already') as unknown,
    });
  });
});
