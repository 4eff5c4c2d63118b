import { resolve } from 'node:path';
import { parseCommandLine } from '../commands/command-line';
import { optionTable } from './option-table';
import { readBrokerOptions } from './options';
import { parseFlowControl, parseNotificationMode } from './notification-mode';

const read = (...argv: string[]) => readBrokerOptions(argv, {});

describe('optionTable', () => {
  it.each(['name', 'flag', 'env'] as const)('has each %s once', (member) => {
    const given = optionTable.flatMap((option) =>
      member in option ? [option[member as keyof typeof option]] : [],
    );
    expect(given.filter((value, at) => given.indexOf(value) !== at)).toEqual([]);
  });
});

describe('readBrokerOptions', () => {
  it('defaults to the embedded store in an absolute folder', () => {
    const { options, warnings } = read();
    expect(options.dbUri).toBe(`sqlite:${resolve('data/context-broker')}`);
    expect(options).toMatchObject({
      port: 1026,
      dbName: 'orion',
      multiservice: false,
      httpTimeoutMs: 5000,
      logLevel: 'WARN',
      compatVersion: '3.12.0',
    });
    expect(warnings).toEqual([]);
  });

  it('reads ORION_* variables, the command line wins', () => {
    expect(
      readBrokerOptions(['-port', '7'], { ORION_PORT: '8', ORION_MULTI_SERVICE: 'TRUE' }).options,
    ).toMatchObject({ port: 7, multiservice: true });
  });

  it('takes -notifReliable for what it stands for, and leaves what is given by itself', () => {
    const on = { notifOutbox: true, notifRetries: 8, notifDeadLetters: 1_000, notifAttempts: 10 };
    expect(read('-notifReliable').options).toMatchObject(on);
    expect(read('-notifReliable', '-notifRetries', '2', '-notifAttempts', '0').options).toMatchObject({
      ...on,
      notifRetries: 2,
      notifAttempts: 0,
    });
    expect(readBrokerOptions(['-notifReliable'], { ORION_NOTIF_DEAD_LETTERS: '5' }).options).toMatchObject({
      ...on,
      notifDeadLetters: 5,
    });
    expect(read().options).toMatchObject({ notifOutbox: false, notifRetries: 0, notifDeadLetters: 0 });
  });

  it('puts the password where ${PWD} stands, encoded', () => {
    expect(read('-dbURI', 'mongodb://u:${PWD}@h/', '-dbpwd', 'p@$&').options.dbUri).toBe(
      'mongodb://u:p%40%24%26@h/',
    );
  });

  it('maps the old database parameters with a warning', () => {
    const { options, warnings } = read(
      '-dbhost',
      'h:27018',
      '-rplSet',
      'rs',
      '-dbuser',
      'u',
      '-dbpwd',
      'geheim',
    );
    expect(options.dbUri).toBe('mongodb://u:geheim@h:27018/?replicaSet=rs');
    expect(warnings).toContain(
      "parameter '-dbhost' is deprecated; use -dbURI 'mongodb://u:*****@h:27018/?replicaSet=rs' instead",
    );
    expect(warnings.join()).not.toContain('geheim');
  });

  it('refuses them at a version that has removed them, naming the URI', () => {
    expect(() => read('-compatVersion', '4.0.0', '-dbhost', 'h')).toThrow(
      "'-dbhost' not recognized: it was removed before version 4.0.0; use -dbURI 'mongodb://h/' instead",
    );
  });

  it('passes over old database parameters in the environment beside the URI, but not on the command line', () => {
    const env = { ORION_MONGO_HOST: 'old', ORION_MONGO_SSL: 'TRUE' };
    for (const version of ['3.12.0', '4.7.0']) {
      const found = readBrokerOptions(['-dbURI', 'mongodb://h/', '-compatVersion', version], env);
      expect(found.options.dbUri).toBe('mongodb://h/');
      expect(found.warnings).toEqual([
        "environment variable 'ORION_MONGO_HOST' is not used: -dbURI says where the database is",
        "environment variable 'ORION_MONGO_SSL' is not used: -dbURI says where the database is",
      ]);
    }
    expect(() => read('-dbURI', 'mongodb://h/', '-dbhost', 'old')).toThrow('-dbURI cannot be used together');
  });

  it('says which parameters have no effect', () => {
    expect(read('-fg', '-reqPoolSize', '4').warnings).toEqual([
      "parameter '-reqPoolSize' has no effect: requests are served by one event loop",
    ]);
  });

  it('says which parameters of a database server have none on the embedded store', () => {
    const given = ['-dbPoolSize', '20', '-writeConcern', '0'];
    expect(read(...given).warnings).toEqual([
      "parameter '-dbPoolSize' has no effect: the embedded store is written by one process, always acknowledged",
      "parameter '-writeConcern' has no effect: the embedded store is written by one process, always acknowledged",
    ]);
    expect(read(...given, '-dbURI', 'mongodb://h').warnings).toEqual([]);
  });

  it.each([
    [['-rush', '1:2'], /'-rush' not recognized/],
    [['-notificationMode', 'x'], /invalid notification mode 'x'/],
    [['-notifFlowControl', '0.5:1:2'], /needs -notificationMode threadpool/],
    [['-db', 'elevenchars'], /max 10 characters/],
    [['-https'], /needs -key and -cert/],
    [['-dbURI', 'redis://x'], /must start with sqlite:/],
    [['-ipv4', '-ipv6'], /together/],
    [['-t', '0-255'], /traceLevels cannot be used without setting -logLevel to DEBUG/],
    [['-port', '-1'], /between 0 and 65535/],
  ])('refuses %j', (argv, text) => {
    expect(() => read(...argv)).toThrow(text);
  });
});

describe('parseCommandLine', () => {
  it('prints usage, help and version', async () => {
    const print = async (...argv: string[]) => parseCommandLine(argv, {});
    expect(await print('-u')).toMatchObject({
      kind: 'print',
      exitCode: 0,
      stdout: expect.stringMatching(/^Usage: contextBroker {2}\[option '-U' \(extended usage\)]\n/) as string,
    });
    const usageAt = async (version: string) =>
      (await print('-u', '-compatVersion', version)) as { stdout: string };
    expect((await usageAt('3.12.0')).stdout).toContain("[option '-dbhost' <database host>]");
    expect((await usageAt('4.0.0')).stdout).not.toContain('-dbhost');
    expect((await usageAt('4.0.0')).stdout).toContain(
      "(append to log-file)]\n\n                      [option '-fg' (don't start as daemon)]\n",
    );
    expect(await print('--help')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('ORION_PORT') as string,
    });
    expect(await print('--version')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^4\.7\.0/) as string,
    });
    expect(await print('features', '--at', '4.0.0')).toMatchObject({ exitCode: 0 });
    expect(await print('-nope')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/^'-nope' not recognized\n\nUsage: contextBroker /) as string,
    });
    expect(await print('-t', '0-255')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(
        /^incompatible options: traceLevels cannot be used without setting -logLevel to DEBUG\nUsage: /,
      ) as string,
    });
  });
});

it('starts as the test harness of the original asks', () => {
  const words =
    '-harakiri -port 9999 -pidpath /tmp/o.pid -dbhost localhost:27017 -db ftest -dbPoolSize 10 -t 0-255 -ipv4 -logLevel DEBUG -notificationMode threadpool:200:20';
  expect(read(...words.split(' ')).options).toMatchObject({
    harakiri: true,
    dbUri: 'mongodb://localhost:27017/',
    traceLevels: '0-255',
  });
});

it('reads notification modes', () => {
  expect(parseNotificationMode('persistent')).toEqual({ kind: 'persistent' });
  expect(parseNotificationMode('threadpool:10:2,s1:5:1')).toEqual({
    kind: 'threadpool',
    default: { queueSize: 10, workers: 2 },
    byService: new Map([['s1', { queueSize: 5, workers: 1 }]]),
  });
  for (const bad of ['', 'threadpool:', 'threadpool:0:1', 'threadpool:s:1:1', 'threadpool:1'])
    expect(parseNotificationMode(bad)).toBeUndefined();
  expect(parseFlowControl('0.3:500:1500')).toEqual({ gauge: 0.3, stepDelayMs: 500, maxIntervalMs: 1500 });
  for (const bad of ['2:1:1', '0.5:1', 'a:b:c']) expect(parseFlowControl(bad)).toBeUndefined();
});
