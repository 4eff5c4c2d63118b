import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compiledServices, eventually, messageClientsIn, startService } from '@smart-city/testing';
import { BrokerClient } from '../support/broker-client';
import { startBroker } from '../support/each-store';

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
    await new BrokerClient(first.url, '').post('/v2/entities', { id: 'E' });
    expect(await first.stop('SIGTERM')).toBe(0);
    expect(existsSync(`${folder}/pid`)).toBe(false);
    expect(readFileSync(`${folder}/contextBroker.log`, 'utf8')).toMatch(
      /msg=Signal Handler \(caught signal 15\)\n.*msg=Orion context broker exiting due to receiving a signal\n/,
    );
    const second = await startService('context-broker', { args: args() });
    expect((await new BrokerClient(second.url, '').get('/v2/entities')).body).toBe(
      '[{"id":"E","type":"Thing"}]',
    );
    expect(await second.stop('SIGINT')).toBe(0);
    await eventually(() => second.output().includes('context-broker stops: SIGINT received\n'));
  });

  it('ignores tenants without -multiservice, but checks them', async () => {
    const service = await startService('context-broker', { args: args() });
    await new BrokerClient(service.url, 'one').post('/v2/entities', { id: 'E' });
    expect((await new BrokerClient(service.url, 'two').get('/v2/entities')).body).toContain('"E"');
    expect((await new BrokerClient(service.url, 'a-b').get('/v2/entities')).status).toBe(400);
    await service.stop();
  });

  it('reads ORION_* variables', async () => {
    const service = await startService('context-broker', {
      args: args(),
      env: { ORION_MULTI_SERVICE: 'TRUE', ORION_IN_REQ_PAYLOAD_MAX_SIZE: '20' },
    });
    const client = new BrokerClient(service.url, 'one');
    expect((await client.post('/v2/entities', { id: 'TooLongForTwentyBytes' })).status).toBe(413);
    expect((await client.post('/v2/entities', { id: 'E' })).status).toBe(201);
    expect((await new BrokerClient(service.url, 'two').get('/v2/entities')).body).toBe('[]');
    await service.stop();
  });

  it('takes old database parameters and flags without effect with a warning', async () => {
    const refused = run('-port', '0', '-dbhost', 'h', '-compatVersion', '4.0.0');
    expect(refused.status).toBe(1);
    expect(refused.stdout).toContain(
      "'-dbhost' not recognized: it was removed before version 4.0.0; use -dbURI 'mongodb://h/' instead",
    );
    const service = await startService('context-broker', { args: args('-reqPoolSize', '8') });
    await service.stop();
    expect(readFileSync(`${folder}/contextBroker.log`, 'utf8')).toContain(
      "parameter '-reqPoolSize' has no effect",
    );
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
    expect(run('-port', '99999').stdout).toContain('-port must be a whole number between 0 and 65535');
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

  it('answers -u, --help, --version and subcommands', () => {
    expect(run('-u').stdout).toContain("[option '-dbURI' <");
    expect(run('--help').stdout).toContain('ORION_PORT');
    expect(run('--version').stdout).toMatch(/^4\.7\.0/);
    expect(run('features', '--at', '4.0.0')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('NGSIv1') as unknown,
    });
  });

  it('refuses a pid file of a running broker when it was named', async () => {
    const service = await startService('context-broker', { args: args() });
    const second = run(
      '-port',
      '0',
      '-dbURI',
      `sqlite:${folder}/other`,
      '-logDir',
      folder,
      '-pidpath',
      `${folder}/pid`,
    );
    expect(second).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('A broker seems to be running already') as unknown,
    });
    await service.stop();
  });

  it('serves https', async () => {
    const made = spawnSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      `${folder}/key`,
      '-out',
      `${folder}/cert`,
      '-days',
      '1',
      '-subj',
      '/CN=localhost',
    ]);
    expect(made.status).toBe(0);
    const service = await startService('context-broker', {
      args: args('-https', '-key', `${folder}/key`, '-cert', `${folder}/cert`),
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

  it('finishes requests under way before it stops', async () => {
    const broker = await startBroker();
    const client = broker.client();
    const answers = Promise.all(
      Array.from({ length: 50 }, (_, at) => client.post('/v2/entities', { id: `E${at}` })),
    );
    expect((await answers).every(({ status }) => status === 201)).toBe(true);
    expect(await broker.stop()).toBe(0);
  });
});
